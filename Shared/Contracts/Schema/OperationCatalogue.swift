/// All operations of the contracts.
public enum OperationCatalogue {
    /// The operations, ordered by name.
    public static let all: [OperationDescriptor] =
        (identity + coaches + interactions + events + notifications + analytics + hooks + common)
        .sorted { $0.name < $1.name }

    private static let identity = [
        OperationDescriptor(SignUp.self),
        OperationDescriptor(Login.self),
        OperationDescriptor(Logout.self),
        OperationDescriptor(ListSessions.self),
        OperationDescriptor(IssuePassport.self),
        OperationDescriptor(WhoAmI.self),
        OperationDescriptor(ShowPreferences.self),
        OperationDescriptor(UpdatePreferences.self),
        OperationDescriptor(CreateFamily.self),
        OperationDescriptor(ShowFamily.self),
        OperationDescriptor(ShowFamilyCodes.self),
        OperationDescriptor(RenewFamilyCode.self),
        OperationDescriptor(JoinFamily.self),
        OperationDescriptor(RemoveMember.self),
        OperationDescriptor(RenameFamily.self),
        OperationDescriptor(SetFamilyZone.self),
        OperationDescriptor(SetParentsLog.self),
        OperationDescriptor(LeaveFamily.self),
        OperationDescriptor(EndSession.self),
        OperationDescriptor(ChangePassword.self),
        OperationDescriptor(ResetPassword.self),
        OperationDescriptor(ShowRecoveryCodes.self),
        OperationDescriptor(RenewRecoveryCodes.self),
        OperationDescriptor(ShowSecondFactor.self),
        OperationDescriptor(BeginSecondFactor.self),
        OperationDescriptor(ConfirmSecondFactor.self),
        OperationDescriptor(RemoveSecondFactor.self),
        OperationDescriptor(MakeMemberResetCode.self),
        OperationDescriptor(MakeResetCode.self),
        OperationDescriptor(AddAccessToken.self),
        OperationDescriptor(ListAccessTokens.self),
        OperationDescriptor(RevokeAccessToken.self),
        OperationDescriptor(MakeCalendarLink.self),
        OperationDescriptor(ShowCalendarLink.self),
        OperationDescriptor(RevokeCalendarLink.self),
        OperationDescriptor(OpenCalendar.self),
        OperationDescriptor(OpenDigest.self),
        OperationDescriptor(SaveView.self),
        OperationDescriptor(ListViews.self),
        OperationDescriptor(RemoveView.self),
    ]

    private static let coaches = [
        OperationDescriptor(SearchSchools.self),
        OperationDescriptor(SearchRecords<SearchedCoaches>.self),
        OperationDescriptor(RebuildSearch<SearchedCoaches>.self),
        OperationDescriptor(ListSchools.self),
        OperationDescriptor(ShowSchool.self),
        OperationDescriptor(AddSchool.self),
        OperationDescriptor(EditSchool.self),
        OperationDescriptor(ListCoaches.self),
        OperationDescriptor(ExportCoaches.self),
        OperationDescriptor(ShowCoach.self),
        OperationDescriptor(ExplainCoach.self),
        OperationDescriptor(AddCoach.self),
        OperationDescriptor(EditCoach.self),
        OperationDescriptor(ResolveReferences.self),
        OperationDescriptor(FindCoachDuplicates.self),
        OperationDescriptor(FindSchoolDuplicates.self),
        OperationDescriptor(FindSchoolAliases.self),
        OperationDescriptor(MergeCoaches.self),
        OperationDescriptor(MergeSchools.self),
        OperationDescriptor(ListCoachBlockers.self),
        OperationDescriptor(DeleteCoach.self),
        OperationDescriptor(CascadeDeleteCoach.self),
        OperationDescriptor(ListSchoolBlockers.self),
        OperationDescriptor(DeleteSchool.self),
        OperationDescriptor(CascadeDeleteSchool.self),
        OperationDescriptor(ShowDeletion.self),
        OperationDescriptor(StageImport<SchoolImportRow>.self),
        OperationDescriptor(CommitImport<SchoolImportRow>.self),
        OperationDescriptor(DiscardImport<SchoolImportRow>.self),
        OperationDescriptor(StageImport<CoachImportRow>.self),
        OperationDescriptor(CommitImport<CoachImportRow>.self),
        OperationDescriptor(DiscardImport<CoachImportRow>.self),
    ]

    private static let interactions = [
        OperationDescriptor(ListInteractions.self),
        OperationDescriptor(SearchRecords<SearchedInteractions>.self),
        OperationDescriptor(RebuildSearch<SearchedInteractions>.self),
        OperationDescriptor(ListTimeline<TimelineContacts>.self),
        OperationDescriptor(ShowTimelineFigures.self),
        OperationDescriptor(ShowInteraction.self),
        OperationDescriptor(FindInteractions.self),
        OperationDescriptor(ListFollowUps.self),
        OperationDescriptor(ShowFollowUps.self),
        OperationDescriptor(SetFollowUp.self),
        OperationDescriptor(SnoozeFollowUp.self),
        OperationDescriptor(FinishFollowUp.self),
        OperationDescriptor(SkipFollowUp.self),
        OperationDescriptor(ImportContactWindows.self),
        OperationDescriptor(ListContactWindows.self),
        OperationDescriptor(ClearContactWindows.self),
        OperationDescriptor(CreateInteraction.self),
        OperationDescriptor(EditInteraction.self),
        OperationDescriptor(DeleteInteraction.self),
        OperationDescriptor(DeleteInteractions.self),
        OperationDescriptor(NoteInteractions.self),
        OperationDescriptor(ListInteractionBlockers.self),
        OperationDescriptor(CascadeDeleteInteraction.self),
        OperationDescriptor(ExportInteractions.self),
        OperationDescriptor(ExportInteraction.self),
        OperationDescriptor(BeginAttachment.self),
        OperationDescriptor(AppendAttachment.self),
        OperationDescriptor(FinishAttachment.self),
        OperationDescriptor(ListAttachments.self),
        OperationDescriptor(FetchAttachment.self),
        OperationDescriptor(RemoveAttachment.self),
        OperationDescriptor(StageImport<InteractionImportRow>.self),
        OperationDescriptor(CommitImport<InteractionImportRow>.self),
        OperationDescriptor(DiscardImport<InteractionImportRow>.self),
    ]

    private static let events = [
        OperationDescriptor(ListEvents.self),
        OperationDescriptor(SearchRecords<SearchedEvents>.self),
        OperationDescriptor(RebuildSearch<SearchedEvents>.self),
        OperationDescriptor(ListTimeline<TimelineEvents>.self),
        OperationDescriptor(ShowEvent.self),
        OperationDescriptor(AddEvent.self),
        OperationDescriptor(EditEvent.self),
        OperationDescriptor(AttendEvent.self),
        OperationDescriptor(DeleteEvent.self),
        OperationDescriptor(ListEventBlockers.self),
        OperationDescriptor(CascadeDeleteEvent.self),
        OperationDescriptor(ListAvailableCoaches.self),
        OperationDescriptor(AddEventCoach.self),
        OperationDescriptor(RemoveEventCoach.self),
        OperationDescriptor(StageImport<EventImportRow>.self),
        OperationDescriptor(CommitImport<EventImportRow>.self),
        OperationDescriptor(DiscardImport<EventImportRow>.self),
        OperationDescriptor(ListMetrics.self),
        OperationDescriptor(ShowPersonalBests.self),
        OperationDescriptor(AddMetric.self),
        OperationDescriptor(EditMetric.self),
        OperationDescriptor(DeleteMetric.self),
        OperationDescriptor(ListProfiles.self),
        OperationDescriptor(EditProfile.self),
        OperationDescriptor(StageImport<MetricImportRow>.self),
        OperationDescriptor(CommitImport<MetricImportRow>.self),
        OperationDescriptor(DiscardImport<MetricImportRow>.self),
    ]

    private static let notifications = [
        OperationDescriptor(ListNotifications.self),
        OperationDescriptor(CountNotifications.self),
        OperationDescriptor(MarkNotificationsRead.self),
        OperationDescriptor(WatchNotifications.self),
    ]

    private static let analytics = [
        OperationDescriptor(SocialAnalytics.self),
        OperationDescriptor(AddPost.self),
        OperationDescriptor(ListPosts.self),
        OperationDescriptor(ListTimeline<TimelinePosts>.self),
        OperationDescriptor(FindPosts.self),
        OperationDescriptor(SearchRecords<SearchedPosts>.self),
        OperationDescriptor(RebuildSearch<SearchedPosts>.self),
        OperationDescriptor(DeletePost.self),
        OperationDescriptor(ImportPosts.self),
        OperationDescriptor(FinishPostImport.self),
        OperationDescriptor(DiscardPostImport.self),
    ]

    private static let hooks = [
        OperationDescriptor(AddHook.self),
        OperationDescriptor(ListHooks.self),
        OperationDescriptor(ListHookDeliveries.self),
        OperationDescriptor(TestHook.self),
        OperationDescriptor(ReplayHook.self),
        OperationDescriptor(RemoveHook.self),
    ]

    private static let common = [
        OperationDescriptor(FetchChanges.self),
        OperationDescriptor(HoldWrites.self),
        OperationDescriptor(ReleaseWrites.self),
        OperationDescriptor(ListHistory.self),
        OperationDescriptor(WatchChanges.self),
        OperationDescriptor(ListOperations.self),
        OperationDescriptor(UndoOperation.self),
        OperationDescriptor(PurgeOperations.self),
        OperationDescriptor(PingService.self),
        OperationDescriptor(DescribeService.self),
        OperationDescriptor(ServiceStatistics.self),
        OperationDescriptor(ShowContract.self),
    ]

    /// Returns the operation with this name, if there is one.
    public static func operation(named name: String) -> OperationDescriptor? {
        all.first { $0.name == name }
    }

    /// Returns the operations that a service supports, ordered by name: its own and those common to
    /// all services.
    public static func operations(of service: ServiceName) -> [OperationDescriptor] {
        all.filter { $0.service == service || $0.service == nil }
    }

    /// Returns a service's contract. Its fingerprint changes if and only if a name, an access rule
    /// or a schema changes, and is the same in every process built from the same contracts.
    public static func contract(of service: ServiceName) throws -> ServiceContract {
        try ServiceContract(
            service: service, operations: operations(of: service).map(OperationContract.init))
    }
}
