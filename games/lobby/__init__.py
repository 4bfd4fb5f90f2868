"""Ways to a match: open tables, challenges, quick match and rematches."""
