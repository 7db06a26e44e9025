/// All operations of the contracts.
public enum OperationCatalogue {
    /// The operations, ordered by name.
    public static let all: [OperationDescriptor] =
        (identity + coaches + interactions + events + notifications + analytics + hooks + imports
        + common)
        .map { OperationDescriptor($0) }.sorted { $0.name < $1.name }

    private static let identity: [any Operation.Type] = [
        SignUp.self,
        Login.self,
        Logout.self,
        ListSessions.self,
        IssuePassport.self,
        WhoAmI.self,
        ShowPreferences.self,
        UpdatePreferences.self,
        CreateFamily.self,
        ShowFamily.self,
        ShowFamilyCodes.self,
        RenewFamilyCode.self,
        JoinFamily.self,
        RemoveMember.self,
        RenameFamily.self,
        SetFamilyZone.self,
        SetParentsLog.self,
        LeaveFamily.self,
        EndSession.self,
        ChangePassword.self,
        ResetPassword.self,
        ShowRecoveryCodes.self,
        RenewRecoveryCodes.self,
        ShowSecondFactor.self,
        BeginSecondFactor.self,
        ConfirmSecondFactor.self,
        RemoveSecondFactor.self,
        MakeMemberResetCode.self,
        MakeResetCode.self,
        InviteUser.self,
        ListUserInvitations.self,
        RevokeUserInvitation.self,
        ListUsers.self,
        ListFamilies.self,
        SuspendUser.self,
        ResumeUser.self,
        AddAccessToken.self,
        ListAccessTokens.self,
        RevokeAccessToken.self,
        MakeCalendarLink.self,
        ShowCalendarLink.self,
        RevokeCalendarLink.self,
        OpenCalendar.self,
        OpenDigest.self,
        SaveView.self,
        ListViews.self,
        RemoveView.self,
    ]

    private static let coaches: [any Operation.Type] = [
        SearchSchools.self,
        SearchRecords<SearchedCoaches>.self,
        RebuildSearch<SearchedCoaches>.self,
        ListSchools.self,
        ShowSchool.self,
        AddSchool.self,
        EditSchool.self,
        ListCoaches.self,
        ExportCoaches.self,
        ShowCoach.self,
        ExplainCoach.self,
        AddCoach.self,
        EditCoach.self,
        ResolveReferences.self,
        FindCoachDuplicates.self,
        FindSchoolDuplicates.self,
        FindSchoolAliases.self,
        ResolveSchools.self,
        MergeCoaches.self,
        MergeSchools.self,
        ListCoachBlockers.self,
        DeleteCoach.self,
        CascadeDeleteCoach.self,
        ListSchoolBlockers.self,
        DeleteSchool.self,
        CascadeDeleteSchool.self,
        ShowDeletion.self,
    ]

    private static let interactions: [any Operation.Type] = [
        ListInteractions.self,
        SearchRecords<SearchedInteractions>.self,
        RebuildSearch<SearchedInteractions>.self,
        ListTimeline<TimelineContacts>.self,
        ShowTimelineFigures.self,
        ShowInteraction.self,
        FindInteractions.self,
        ListFollowUps.self,
        ShowFollowUps.self,
        SetFollowUp.self,
        SnoozeFollowUp.self,
        FinishFollowUp.self,
        SkipFollowUp.self,
        ImportContactWindows.self,
        ListContactWindows.self,
        ClearContactWindows.self,
        CreateInteraction.self,
        EditInteraction.self,
        DeleteInteraction.self,
        DeleteInteractions.self,
        NoteInteractions.self,
        ListInteractionBlockers.self,
        CascadeDeleteInteraction.self,
        ExportInteractions.self,
        ExportInteraction.self,
        BeginAttachment.self,
        AppendAttachment.self,
        FinishAttachment.self,
        ListAttachments.self,
        FetchAttachment.self,
        RemoveAttachment.self,
        KeepImport.self,
        ListKeptImports.self,
        ShowKeptImport.self,
        DropKeptImport.self,
    ]

    private static let events: [any Operation.Type] = [
        ListEvents.self,
        SearchRecords<SearchedEvents>.self,
        RebuildSearch<SearchedEvents>.self,
        ListTimeline<TimelineEvents>.self,
        ShowEvent.self,
        AddEvent.self,
        EditEvent.self,
        AttendEvent.self,
        DeleteEvent.self,
        ListEventBlockers.self,
        CascadeDeleteEvent.self,
        ListAvailableCoaches.self,
        AddEventCoach.self,
        RemoveEventCoach.self,
        ListMetrics.self,
        ShowPersonalBests.self,
        AddMetric.self,
        EditMetric.self,
        DeleteMetric.self,
        ListProfiles.self,
        EditProfile.self,
    ]

    private static let notifications: [any Operation.Type] = [
        ListNotifications.self,
        CountNotifications.self,
        MarkNotificationsRead.self,
        WatchNotifications.self,
    ]

    private static let analytics: [any Operation.Type] = [
        SocialAnalytics.self,
        AddPost.self,
        ListPosts.self,
        ListTimeline<TimelinePosts>.self,
        FindPosts.self,
        SearchRecords<SearchedPosts>.self,
        RebuildSearch<SearchedPosts>.self,
        DeletePost.self,
        ImportPosts.self,
        FinishPostImport.self,
        DiscardPostImport.self,
    ]

    private static let hooks: [any Operation.Type] = [
        AddHook.self,
        ListHooks.self,
        ListHookDeliveries.self,
        TestHook.self,
        ReplayHook.self,
        RemoveHook.self,
    ]

    private static let imports =
        imports(of: SchoolImportRow.self) + imports(of: CoachImportRow.self)
        + imports(of: InteractionImportRow.self) + imports(of: EventImportRow.self)
        + imports(of: MetricImportRow.self)

    private static let common: [any Operation.Type] = [
        FetchChanges.self,
        HoldWrites.self,
        MeasureFamilies.self,
        ReleaseWrites.self,
        ListHistory.self,
        WatchChanges.self,
        ListOperations.self,
        UndoOperation.self,
        PurgeOperations.self,
        PingService.self,
        DescribeService.self,
        ServiceStatistics.self,
        ShowContract.self,
    ]

    /// The steps of an import.
    private static func imports<Row: ImportRow>(of row: Row.Type) -> [any Operation.Type] {
        [StageImport<Row>.self, CommitImport<Row>.self, DiscardImport<Row>.self]
    }

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
