import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ProposalId } from "../base/ids";
import { atMostBytes, setOf } from "../base/input-bounds";
import { lineText, paragraphText } from "../base/name-text";
import { type AuditAction, AuditField, AuditKind } from "./audit";

/** Kinds of change that an account can let a second person approve, with their audit actions. */
const actionsByKind = {
	rules: ["alert.createAlert", "alert.updateAlert", "alert.deleteAlert", "alert.setAlertEnabled"],
	calibrations: ["device.setCalibration", "device.removeCalibration"],
	justifications: ["report.justifySpan", "report.endJustifiedSpan"],
	roles: [
		...(["account.inviteUser", "account.updateInvitation", "account.updateUser"] as const),
		...(["account.enableUser", "account.transferOwnership"] as const),
	],
} as const satisfies Record<string, readonly AuditAction[]>;

export type FourEyesKind = keyof typeof actionsByKind;
export const fourEyesKinds = Object.keys(actionsByKind) as [FourEyesKind, ...FourEyesKind[]]; // keys of a const object are its keyof

/** `setting`: which kinds need a second person. It needs one itself as soon as a kind does. */
export const ProposalKind = z.enum([...fourEyesKinds, "setting"]);
export type ProposalKind = z.infer<typeof ProposalKind>;

const settingAction = "account.saveFourEyes" satisfies AuditAction;
/** Actions that need the password of the user who runs them, so they cannot be proposed. */
const unproposable: readonly string[] = ["account.transferOwnership"] satisfies AuditAction[];

/** Null: the change needs no second person, whatever the account chose. */
export function proposalKindOf(action: string, input: unknown): ProposalKind | null {
	if (action === settingAction) return "setting";
	const kind = fourEyesKinds.find((each) => (actionsByKind[each] as readonly string[]).includes(action)) ?? null;
	const given: Record<string, unknown> = typeof input === "object" && input !== null ? { ...input } : {};
	if (action === "alert.updateAlert" && given.isTrial === true) return null;
	return action === "alert.setAlertEnabled" && given.isEnabled === true ? null : kind;
}

export function isProposable(action: string): boolean {
	return !unproposable.includes(action);
}

const Kinds = setOf(z.enum(fourEyesKinds), fourEyesKinds.length);

export const FourEyes = z.object({ kinds: Kinds });
export type FourEyes = z.infer<typeof FourEyes>;

/** `isOneOwnerKnown`: the caller confirmed that with one owner, changes of owners need the emergency way. */
export const SaveFourEyes = z.object({ kinds: Kinds, isOneOwnerKnown: z.optional(z.boolean()) });
export type SaveFourEyes = z.infer<typeof SaveFourEyes>;

/** The kind of approval that a rejected change needs, and whether it can be proposed. */
export const NeededPerson = z.object({ kind: ProposalKind, isProposable: z.boolean() });
export type NeededPerson = z.infer<typeof NeededPerson>;

const mostInputBytes = 400_000;
const change = {
	procedure: z.string().check(z.maxLength(60), z.regex(/^[a-zA-Z]+\.[a-zA-Z]+$/)),
	input: z.record(z.string().check(z.maxLength(100)), z.unknown()).check(atMostBytes(mostInputBytes)),
	reason: lineText(500, errorKey("reason.empty")),
};
export const ProposeChange = z.object(change);
export type ProposeChange = z.infer<typeof ProposeChange>;

export const ProposalTarget = z.object({ proposalId: ProposalId });
export type ProposalTarget = z.infer<typeof ProposalTarget>;

export const DeclineProposal = z.object({
	proposalId: ProposalId,
	comment: paragraphText(500, errorKey("rejection.missing")),
});
export type DeclineProposal = z.infer<typeof DeclineProposal>;

export type StoredProposalState = "waiting" | "approved" | "declined" | "withdrawn";
export const ProposalState = z.enum(["waiting", "outdated", "expired", "approved", "declined", "withdrawn"]);
export type ProposalState = z.infer<typeof ProposalState>;

/** Why the caller cannot approve it. `own`: they proposed it. `subject`: it is about their own access. */
export const ApprovalDenial = z.enum(["own", "subject", "right"]);
export type ApprovalDenial = z.infer<typeof ApprovalDenial>;

/**
 * Times are epoch ms. `conflict`: changes since the proposal. `names`: names by the ids in the fields.
 * `outdated`: why no one can approve it any more.
 */
export const Proposal = z.object({
	id: ProposalId,
	kind: ProposalKind,
	action: z.string(),
	subject: z.object({ kind: AuditKind, id: z.nullable(z.string()), name: z.string() }),
	reason: z.string(),
	proposerName: z.string(),
	isOwn: z.boolean(),
	createdAt: z.number(),
	expiresAt: z.number(),
	state: ProposalState,
	outdated: z.nullable(z.enum(["changed", "gone", "proposer"])),
	denial: z.nullable(ApprovalDenial),
	deciderName: z.nullable(z.string()),
	decidedAt: z.nullable(z.number()),
	comment: z.string(),
	changes: z.array(AuditField),
	conflict: z.array(AuditField),
});
export type Proposal = z.infer<typeof Proposal>;

export const ProposalList = z.object({ proposals: z.array(Proposal), names: z.record(z.string(), z.string()) });
export type ProposalList = z.infer<typeof ProposalList>;
