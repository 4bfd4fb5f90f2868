"""URLs of `games.local_tables`."""

from django.urls import path

from games.local_tables import views

TABLE = "one-device/<slug:local_id>"

urlpatterns = [
    path("one-device/", views.tables, name="local_tables"),
    path("one-device/new/<slug:slug>/", views.new, name="new_local_table"),
    path(f"{TABLE}/", views.table, name="local_table"),
    path(f"{TABLE}/do/cover/", views.cover, name="local_cover"),
    path(f"{TABLE}/do/show/", views.reveal, name="local_reveal"),
    path(f"{TABLE}/do/pass-on/", views.pass_on, name="local_pass_on"),
    path(f"{TABLE}/do/move/", views.move, name="local_move"),
    path(f"{TABLE}/do/undo/", views.undo, name="local_undo"),
    path(f"{TABLE}/do/show-cards/", views.show_cards, name="local_show_cards"),
    path(f"{TABLE}/do/resign/", views.resign, name="local_resign"),
    path(f"{TABLE}/do/again/", views.again, name="local_again"),
    path(f"{TABLE}/do/put-away/", views.put_away, name="local_put_away"),
]
