"""Korean formats that Django writes in another order: 2026년 11월 27일 오전 5:50."""

DATETIME_FORMAT = "Y년 n월 j일 A g:i"
SHORT_DATE_FORMAT = "Y. n. j."
SHORT_DATETIME_FORMAT = "Y. n. j. A g:i"
