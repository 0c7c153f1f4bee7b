import { CreateAccount } from "../../shared/account";
import { AcceptInvitation } from "../../shared/invitation";
import { EndUserSessions } from "../../shared/user-session";
import { getContacts } from "../contact/get-contacts";
import { endUserSessions } from "../session/end-user-sessions";
import { procedureFor, procedureForSignedIn, router } from "../trpc";
import { acceptInvitation } from "./accept-invitation";
import { createAccount } from "./create-account";
import { getCurrent } from "./get-current";
import { getInvitations } from "./get-invitations";
import { getUsers } from "./get-users";

export const accountRouter = router({
	getCurrent: procedureFor("viewAccount").query(({ ctx }) => getCurrent({ ctx, input: undefined })),
	getUsers: procedureFor("viewUsers").query(({ ctx }) => getUsers({ ctx, input: undefined })),
	getContacts: procedureFor("viewContacts").query(({ ctx }) => getContacts({ ctx, input: undefined })),
	endUserSessions: procedureFor("editUsers").input(EndUserSessions).mutation(endUserSessions),
	getInvitations: procedureForSignedIn.query(getInvitations),
	createAccount: procedureForSignedIn.input(CreateAccount).mutation(createAccount),
	acceptInvitation: procedureForSignedIn.input(AcceptInvitation).mutation(acceptInvitation),
});
