"""URLs of `games.lessons`."""

from django.urls import path

from games.lessons import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/<slug:slug>/", views.lessons, name="lessons"),
    path("learn/<slug:slug>/<slug:lesson>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/<slug:lesson>/move/", views.move, name="lesson_move"),
    path("learn/<slug:slug>/<slug:lesson>/next/", views.read_on, name="lesson_next"),
    path("learn/<slug:slug>/<slug:lesson>/restart/", views.restart, name="lesson_restart"),
]
