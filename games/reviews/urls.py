"""URLs of `games.reviews`."""

from django.urls import path

from games.reviews import views

urlpatterns = [
    path("matches/<slug:match_id>/review/", views.review, name="review"),
    path("reviews/", views.my_reviews, name="my_reviews"),
]
