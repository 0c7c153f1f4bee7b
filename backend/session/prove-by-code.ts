import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { suppressionText } from "../../shared/message/suppression-text";
import type { ConfirmByCode, ProofWay, SendProofCode, SentProofCode } from "../../shared/session/identity-confirmation";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { deleteProofCode, findProofCode, saveProofCode } from "../db/confirmation-rows";
import { digestSecret, isSameSecret } from "../keys/ingest-keys";
import { newSixDigits } from "../keys/short-codes";
import { queueMessage, whyNotSent } from "../message/queue-message";
import { recordConfirmation } from "./confirm-identity";
import { type Provided, proofWayOf } from "./proof-way";
import { signInKey } from "./sign-ins";

export async function getProofWay({ ctx }: { ctx: MemberContext }): Promise<ProofWay> {
	return (await ownProofWay(ctx)).way;
}

function ownProofWay({ directory, accountId, identity }: MemberContext): Promise<Provided> {
	return proofWayOf(directory, { accountId, provider: identity.signIn.provider });
}

/** Sends a code to the person's address, for one action. Throws InputError at `code` if none can be sent. */
export async function sendProofCode({ ctx, input }: Call<SendProofCode>): Promise<SentProofCode> {
	const signIn = await codeSignInOrThrow(ctx);
	const { id: userId, email } = ctx.user;
	const code = newSixDigits();
	const codeDigest = await digestSecret(`${userId} ${signIn} ${input.purpose} ${code}`);
	const recipient = { to: "user", userId, channel: "email" } as const;
	const until = new Date(ctx.now + serverLimits.proofCodeMs);
	ctx.db.transaction(() => {
		const before = findProofCode(ctx.db, userId);
		const isOpen = before !== null && before.countedUntil > ctx.now;
		const left = isOpen ? before : { sendsLeft: serverLimits.proofCodes, triesLeft: serverLimits.codeTries };
		if (left.sendsLeft <= 0 || left.triesLeft <= 0) throw new InputError({ code: errorKey("proof.wait") });
		const reason = whyNotSent(ctx, { cause: "code", recipient, requestedBy: userId });
		if (reason !== null) throw new InputError({ code: suppressionText[reason] });
		const countedUntil = isOpen ? before.countedUntil : until.getTime();
		const { sendsLeft, triesLeft } = left;
		saveProofCode(ctx.db, { userId, codeDigest, triesLeft, sendsLeft: sendsLeft - 1, countedUntil, expiresAt: until });
		ctx.audit.act({ user: [userId] });
		const facts = { code, purpose: "", isProof: true as const, expiresAt: until.getTime() };
		queueMessage(ctx, { cause: "code", about: ctx.newId("notice"), recipient, facts, requestedBy: userId });
	});
	return { address: email, until };
}

/** Counts wrong codes. Throws InputError at `code`. */
export async function confirmByCode({ ctx, input }: Call<ConfirmByCode>): Promise<void> {
	const signIn = await codeSignInOrThrow(ctx);
	const { id: userId, email } = ctx.user;
	const { purpose, code } = input;
	const digest = await digestSecret(`${userId} ${signIn} ${purpose} ${code}`);
	const complaint = ctx.db.transaction(() => {
		const known = findProofCode(ctx.db, userId);
		if (known === null || known.expiresAt.getTime() <= ctx.now) return errorKey("code.over");
		if (known.triesLeft <= 0) return errorKey("proof.wait");
		const isRight = isSameSecret(known.codeDigest, digest);
		ctx.audit.act({ user: [userId] }, { proof: isRight ? "code" : "wrong code" });
		if (!isRight) {
			saveProofCode(ctx.db, { ...known, triesLeft: known.triesLeft - 1 });
			return known.triesLeft === 1 ? errorKey("proof.wait") : errorKey("code.wrong");
		}
		deleteProofCode(ctx.db, userId);
		const proof = { by: "code", address: email } as const;
		const outcome = recordConfirmation(ctx, { sub: ctx.identity.sub, signIn: ctx.identity.signIn, purpose, proof });
		if (outcome !== "confirmed") throw domainError("NO_ACCESS");
		return null;
	});
	if (complaint !== null) throw new InputError({ code: complaint });
}

async function codeSignInOrThrow(ctx: MemberContext): Promise<string> {
	const { way } = await ownProofWay(ctx);
	if (way !== "code") throw new InputError({ code: errorKey(way === "replaced" ? "proof.replaced" : "proof.other") });
	const signIn = signInKey(ctx.identity.signIn);
	if (signIn === null) throw domainError("NO_ACCESS");
	return signIn;
}
