from django.urls import path

from .views import regulations, stages, timetable, tournament

app_name = "planning"

urlpatterns = [
    path("new/", tournament.create, name="create"),
    path("<slug:slug>/settings/", tournament.settings, name="settings"),
    path("<slug:slug>/settings/event/", tournament.change_event, name="change_event"),
    path("<slug:slug>/regulations/", regulations.regulations, name="regulations"),
    path("<slug:slug>/stages/add/", stages.add_stage, name="add_stage"),
    path("<slug:slug>/stages/<int:number>/regulations/", regulations.stage_regulations, name="stage_regulations"),
    path("<slug:slug>/stages/<int:number>/follow/", regulations.follow_tournament, name="follow_tournament"),
    path("<slug:slug>/stages/<int:number>/remove/", stages.remove_stage, name="remove_stage"),
    path("<slug:slug>/timetable/", timetable.timetable, name="timetable"),
    path("<slug:slug>/timetable/rounds/", timetable.plan_rounds, name="plan_rounds"),
    path("<slug:slug>/timetable/<int:line>/", timetable.timetable_line, name="timetable_line"),
    path("<slug:slug>/timetable/<int:line>/move/", timetable.move_rest, name="move_rest"),
    path("<slug:slug>/timetable/<int:line>/remove/", timetable.remove_line, name="remove_line"),
]
