import { CreateAccount } from "../../shared/account";
import { Undo } from "../../shared/device-inputs";
import { CreateIntegrationKey, RevokeIntegrationKey, RotateIntegrationKey } from "../../shared/integration-key";
import { AcceptInvitation } from "../../shared/invitation";
import { EndUserSessions } from "../../shared/user-session";
import { getFailedJobs } from "../alarm/get-failed-jobs";
import { getContacts } from "../contact/get-contacts";
import { createIntegrationKey } from "../integration/create-integration-key";
import { getIntegrationKeys } from "../integration/get-integration-keys";
import { revokeIntegrationKey } from "../integration/revoke-integration-key";
import { rotateIntegrationKey } from "../integration/rotate-integration-key";
import { endUserSessions } from "../session/end-user-sessions";
import { procedureFor, procedureForSignedIn, router } from "../trpc";
import { undo } from "../undo/undo";
import { acceptInvitation } from "./accept-invitation";
import { createAccount } from "./create-account";
import { getCurrent } from "./get-current";
import { getInvitations } from "./get-invitations";
import { getUsers } from "./get-users";

export const accountRouter = router({
	getCurrent: procedureFor("viewAccount").query(({ ctx }) => getCurrent({ ctx, input: undefined })),
	getUsers: procedureFor("viewUsers").query(({ ctx }) => getUsers({ ctx, input: undefined })),
	getContacts: procedureFor("viewContacts").query(({ ctx }) => getContacts({ ctx, input: undefined })),
	getFailedJobs: procedureFor("editDevices").query(({ ctx }) => getFailedJobs({ ctx, input: undefined })),
	endUserSessions: procedureFor("editUsers").input(EndUserSessions).mutation(endUserSessions),
	getIntegrationKeys: procedureFor("editKeys").query(({ ctx }) => getIntegrationKeys({ ctx, input: undefined })),
	createIntegrationKey: procedureFor("editKeys").input(CreateIntegrationKey).mutation(createIntegrationKey),
	rotateIntegrationKey: procedureFor("editKeys").input(RotateIntegrationKey).mutation(rotateIntegrationKey),
	revokeIntegrationKey: procedureFor("editKeys").input(RevokeIntegrationKey).mutation(revokeIntegrationKey),
	undo: procedureFor("viewFleet").input(Undo).mutation(undo),
	getInvitations: procedureForSignedIn.query(getInvitations),
	createAccount: procedureForSignedIn.input(CreateAccount).mutation(createAccount),
	acceptInvitation: procedureForSignedIn.input(AcceptInvitation).mutation(acceptInvitation),
});
