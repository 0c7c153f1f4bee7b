import { EndSession, type UserSession } from "../../shared/account/account";
import { ConfirmByCode, SendProofCode } from "../../shared/session/identity-confirmation";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { endOneSession, endSessionsBefore, listSessions } from "../db/session-rows";
import { endInOtherAccounts } from "./end-sign-ins";
import { confirmByCode, getProofWay, sendProofCode } from "./prove-by-code";
import { signInKey, validAfter } from "./sign-ins";

/** Own sessions only: every member holds `viewAccount`. */
export const sessionRouter = router({
	confirmByCode: procedureFor("viewAccount").input(ConfirmByCode).mutation(confirmByCode),
	getProofWay: procedureFor("viewAccount").query(getProofWay),
	getSessions: procedureFor("viewAccount").query(getSessions),
	sendProofCode: procedureFor("viewAccount").input(SendProofCode).mutation(sendProofCode),
	endSession: procedureFor("viewAccount").input(EndSession).mutation(endSession),
	endOtherSessions: procedureFor("viewAccount").mutation(({ ctx }) => endOtherSessions({ ctx, input: undefined })),
});

function getSessions({ ctx }: { ctx: MemberContext }): UserSession[] {
	const current = signInKey(ctx.identity.signIn);
	return listSessions(ctx.db, ctx.user.id).map(({ id, browser, provider, firstSeenAt, lastSeenAt, signIn }) => {
		const way = provider === null ? {} : { isSso: true as const };
		return { id, browser, ...way, firstSeenAt, lastSeenAt, isCurrent: signIn === current };
	});
}

async function endSession({ ctx, input }: Call<EndSession>): Promise<UserSession[]> {
	const row = listSessions(ctx.db, ctx.user.id).find(({ id }) => id === input.sessionId);
	const ended = { userId: ctx.user.id, sessionId: input.sessionId, endedAt: new Date(ctx.now) };
	const isEnded = ctx.audit.change({ session: [input.sessionId] }, () => endOneSession(ctx.db, ended));
	if (!isEnded) throw domainError("SESSION_NOT_FOUND", input);
	ctx.live.accessChanged(ctx.user.id);
	const left = getSessions({ ctx });
	if (row) await endInOtherAccounts(ctx, { signIn: row.signIn });
	return left;
}

async function endOtherSessions({ ctx }: Call): Promise<UserSession[]> {
	const sparedSignIn = signInKey(ctx.identity.signIn);
	const userId = ctx.user.id;
	const ended = { validAfter: validAfter(ctx.now), sparedSignIn };
	ctx.db.transaction(() => {
		endSessionsBefore(ctx.db, { userId, ...ended }, new Date(ctx.now));
		ctx.audit.act({ user: [userId] });
	});
	ctx.live.accessChanged(ctx.user.id);
	const left = getSessions({ ctx });
	await endInOtherAccounts(ctx, ended);
	return left;
}
