"""URLs of `games.lessons`."""

from django.urls import path

from games.lessons import api, views

LESSON = "lessons/<slug:slug>/<slug:lesson>"

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("embed/lessons/<slug:slug>/<slug:lesson>.svg", views.picture, name="lesson_picture"),
    path("learn/<slug:slug>/", views.lessons, name="lessons"),
    path("learn/<slug:slug>/<slug:lesson>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/<slug:lesson>/move/", views.move, name="lesson_move"),
    path("learn/<slug:slug>/<slug:lesson>/next/", views.read_on, name="lesson_next"),
    path("learn/<slug:slug>/<slug:lesson>/restart/", views.restart, name="lesson_restart"),
]
api_urlpatterns = [
    path(f"{LESSON}/course/move/", api.CourseMoveView.as_view(), name="api_course_move"),
    path(f"{LESSON}/course/next/", api.CourseNextView.as_view(), name="api_course_next"),
    path(
        f"{LESSON}/course/restart/",
        api.CourseRestartView.as_view(),
        name="api_course_restart",
    ),
    path(f"{LESSON}/course/", api.CourseView.as_view(), name="api_course"),
    path(f"{LESSON}/", api.LessonView.as_view(), name="api_lesson"),
    path("lessons/", api.LessonsView.as_view(), name="api_lessons"),
]
