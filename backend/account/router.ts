import { AcceptInvitation, CreateAccount, type CurrentAccount, type Invitation, type User } from "../../shared/account";
import type { Context, Verb } from "../base/context";
import { procedureFor, procedureForSignedIn, router } from "../base/trpc";
import { accountOrThrow, listUsers } from "../db/account-rows";
import { listInvitations } from "../db/directory-rows";
import { isWithinScope } from "../group/scope";
import { acceptInvitation, createAccount } from "./join-account";
import { currentAccount } from "./members";

export const accountRouter = router({
	getCurrent: procedureFor("viewAccount").query(({ ctx }) => getCurrent({ ctx, input: undefined })),
	getUsers: procedureFor("viewUsers").query(({ ctx }) => getUsers({ ctx, input: undefined })),
	getInvitations: procedureForSignedIn.query(getInvitations),
	createAccount: procedureForSignedIn.input(CreateAccount).mutation(createAccount),
	acceptInvitation: procedureForSignedIn.input(AcceptInvitation).mutation(acceptInvitation),
});

function getCurrent({ ctx }: Verb): CurrentAccount {
	return currentAccount(accountOrThrow(ctx.db), ctx.user);
}

/** For a scope of groups: only users whose own scope lies within it. */
function getUsers({ ctx }: Verb): User[] {
	return listUsers(ctx.db).filter((user) => isWithinScope(ctx, user));
}

async function getInvitations({ ctx }: { ctx: Context }): Promise<Invitation[]> {
	const { email } = ctx.identity;
	if (email === null) return [];
	const invitations = await listInvitations(ctx.directory, { email, now: ctx.now });
	return invitations.map(({ id, companyName, inviterName, role, expiresAt }) => {
		return { id, companyName, inviterName, role, expiresAt: new Date(expiresAt) };
	});
}
