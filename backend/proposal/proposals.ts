import type { AuditActor } from "../../shared/account/audit";
import {
	type ApprovalDenial,
	type DeclineProposal,
	isProposable,
	type Proposal,
	type ProposalList,
	type ProposalTarget,
	type ProposeChange,
	proposalKindOf,
} from "../../shared/account/four-eyes";
import { type Capability, can } from "../../shared/account/permissions";
import { dayMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import { namesOfFields } from "../account/read-audit";
import { changedFields } from "../activity/audit";
import type { Call, MemberContext } from "../base/context";
import { DomainError, domainError } from "../base/errors";
import { findUser, listActiveOwners, toUser } from "../db/account-rows";
import {
	countWaiting,
	decideProposal,
	deleteProposalsBefore,
	findProposal,
	insertProposal,
	listProposals,
	listWaiting,
	type ProposalRow,
} from "../db/proposal-rows";
import { queueMessage } from "../message/queue-message";
import { readFourEyes } from "./four-eyes";
import { type ProposedChange, proposedChange } from "./proposed-change";

const waitsMs = 14 * dayMs;
const listedMs = 30 * dayMs;
const keptMs = 400 * dayMs;

/** Stores a change for a second person. Throws as the change does for its input, PROPOSAL_LIMIT and NOT_PERMITTED. */
export async function proposeChange({ ctx, input }: Call<ProposeChange>): Promise<Proposal> {
	const { procedure, reason } = input;
	const parsed = checkedInput(ctx, input);
	if (!isProposable(procedure)) throw domainError("NOT_PERMITTED", { procedure });
	if (procedure === "alert.updateAlert") {
		await ctx.procedures.call(ctx, procedure, { ...Object(parsed), isTrial: true });
	}
	const { subject, before } = proposedChange(ctx, procedure, parsed);
	const id = ctx.newId("proposal");
	ctx.audit.change({ proposal: [id] }, () => {
		if (countWaiting(ctx.db, ctx.now) >= serverLimits.proposals) throw domainError("PROPOSAL_LIMIT");
		deleteProposalsBefore(ctx.db, ctx.now - keptMs);
		insertProposal(ctx.db, {
			id,
			kind: kindOf(input),
			procedure,
			input: parsed,
			subjectKind: subject.kind,
			subjectId: subject.id,
			subjectName: subject.name,
			before,
			reason,
			proposerId: ctx.user.id,
			proposerName: ctx.user.name,
			createdAt: ctx.now,
			expiresAt: ctx.now + waitsMs,
			state: "waiting",
			deciderName: null,
			decidedAt: null,
			comment: "",
		});
	});
	ctx.invalidations.changed("account", "all");
	return toProposal(ctx, proposalOrThrow(ctx, { proposalId: id }));
}

/** Runs the change as the person who proposed it. Throws as the change does, PROPOSAL_OVER, CHANGED_MEANWHILE. */
export async function approveProposal({ ctx, input }: Call<ProposalTarget>): Promise<Proposal> {
	const row = waitingOrThrow(ctx, input);
	const { outdated } = stateOf(ctx, row);
	if (outdated === "proposer") throw domainError("PROPOSAL_OVER", { proposalId: row.id });
	if (outdated !== null) throw domainError("CHANGED_MEANWHILE", { proposalId: row.id });
	assertMayDecide(ctx, row);
	const decide = () => {
		const decision = { state: "approved", deciderName: ctx.user.name, decidedAt: ctx.now } as const;
		ctx.audit.change({ proposal: [row.id] }, () => decideProposal(ctx.db, row.id, decision));
	};
	await runAs(ctx, {
		row,
		actor: { kind: "user", id: row.proposerId, name: row.proposerName },
		stated: { proposedBy: row.proposerName, approvedBy: ctx.user.name },
		inChange: decide,
	});
	// A change that was as wanted already has written nothing.
	if (findProposal(ctx.db, row.id)?.state === "waiting") decide();
	ctx.invalidations.changed("account", "all");
	return toProposal(ctx, proposalOrThrow(ctx, input));
}

export function declineProposal({ ctx, input }: Call<DeclineProposal>): Proposal {
	const row = waitingOrThrow(ctx, input);
	assertMayDecide(ctx, row);
	return decided(ctx, row, "declined", input.comment);
}

export function withdrawProposal({ ctx, input }: Call<ProposalTarget>): Proposal {
	const row = waitingOrThrow(ctx, input);
	if (row.proposerId !== ctx.user.id) throw domainError("NOT_PERMITTED", { proposalId: row.id });
	return decided(ctx, row, "withdrawn", "");
}

/** Makes the change without a second person, and notifies all owners in its transaction. */
export async function changeInEmergency({ ctx, input }: Call<ProposeChange>): Promise<unknown> {
	const { procedure, reason } = input;
	const parsed = checkedInput(ctx, input);
	const about = ctx.newId("notice");
	const subjectName = isProposable(procedure) ? proposedChange(ctx, procedure, parsed).subject.name : ctx.user.name;
	let isNotified = false;
	const notify = () => {
		if (isNotified) return;
		isNotified = true;
		const facts = {
			name: ctx.user.name,
			action: procedure,
			subject: subjectName,
			reason,
			at: ctx.now,
			path: "/accounts/audit/?view=proposals",
		};
		for (const { id } of listActiveOwners(ctx.db)) {
			const recipient = { to: "user", userId: id, channel: "email" } as const;
			queueMessage(ctx, { cause: "withoutSecondPerson", about, recipient, facts });
		}
	};
	const { name, id } = ctx.user;
	return runAs(ctx, {
		row: { procedure, input: parsed, reason, proposerId: id },
		actor: { kind: "user", id, name },
		stated: { approvedBy: null, withoutSecondPerson: true },
		inChange: notify,
	});
}

export function getProposals({ ctx }: Call): ProposalList {
	const rows = listProposals(ctx.db, ctx.now - listedMs).filter((row) => isListed(ctx, row));
	const proposals = rows.map((row) => toProposal(ctx, row));
	const fields = proposals.flatMap(({ changes, conflict }) => [...changes, ...conflict]);
	return { proposals, names: namesOfFields(ctx, fields) };
}

/** The number of proposals that the caller can approve now. */
export function countToApprove(ctx: MemberContext): number {
	if (ctx.user.scope !== "all" || readFourEyes(ctx.db).kinds.length === 0) return 0;
	return listWaiting(ctx.db, ctx.now).filter(
		(row) => denialOf(ctx, row) === null && stateOf(ctx, row).outdated === null,
	).length;
}

type Run = {
	row: Pick<ProposalRow, "procedure" | "input" | "reason" | "proposerId">;
	actor: AuditActor;
	stated: Record<string, string | boolean | null>;
	inChange: () => void;
};

function runAs(ctx: MemberContext, { row, actor, stated, inChange }: Run): Promise<unknown> {
	const { procedure, input, reason, proposerId } = row;
	const currentUser = () => {
		const user = findUser(ctx.db, proposerId);
		if (!user) throw domainError("NO_ACCESS");
		return toUser(user);
	};
	const asPerson: MemberContext = {
		...ctx,
		user: currentUser(),
		currentUser,
		// An approver always has the second step.
		secondStepFrom: null,
		startAudit: (path, saved) => {
			const keep: typeof saved = (written) => {
				inChange();
				ctx.keep?.(written);
				saved?.(written);
			};
			return ctx.startAudit(path, keep, { second: { actor, reason, stated } });
		},
	};
	return ctx.procedures.call(asPerson, procedure, input);
}

function checkedInput(ctx: MemberContext, input: ProposeChange): unknown {
	const { procedure } = input;
	const capability = ctx.procedures.capabilityOf(procedure);
	if (capability === null || proposalKindOf(procedure, input.input) === null) {
		throw domainError("NOT_PERMITTED", { procedure });
	}
	if (!can(ctx.user.role, capability)) throw domainError("NOT_PERMITTED", { capability });
	return ctx.procedures.parse(procedure, input.input);
}

function kindOf({ procedure, input }: Pick<ProposeChange, "procedure" | "input">): Proposal["kind"] {
	const kind = proposalKindOf(procedure, input);
	if (kind === null) throw domainError("NOT_PERMITTED", { procedure });
	return kind;
}

function decided(ctx: MemberContext, row: ProposalRow, state: "declined" | "withdrawn", comment: string): Proposal {
	ctx.audit.change({ proposal: [row.id] }, () => {
		decideProposal(ctx.db, row.id, { state, deciderName: ctx.user.name, decidedAt: ctx.now, comment });
	});
	ctx.invalidations.changed("account", "all");
	return toProposal(ctx, proposalOrThrow(ctx, { proposalId: row.id }));
}

/** Throws PROPOSAL_NOT_FOUND, also for a proposal that the caller cannot see. */
function proposalOrThrow(ctx: MemberContext, { proposalId }: ProposalTarget): ProposalRow {
	const row = findProposal(ctx.db, proposalId);
	if (!row || !isListed(ctx, row)) throw domainError("PROPOSAL_NOT_FOUND", { proposalId });
	return row;
}

function waitingOrThrow(ctx: MemberContext, target: ProposalTarget): ProposalRow {
	const row = proposalOrThrow(ctx, target);
	if (row.state !== "waiting" || row.expiresAt <= ctx.now) throw domainError("PROPOSAL_OVER", target);
	return row;
}

function capabilityOf(ctx: MemberContext, row: Pick<ProposalRow, "procedure">): Capability | null {
	return ctx.procedures.capabilityOf(row.procedure);
}

/** A member limited to groups sees only own proposals: others may name entities outside these groups. */
function isListed(ctx: MemberContext, row: ProposalRow): boolean {
	if (row.proposerId === ctx.user.id) return true;
	const capability = capabilityOf(ctx, row);
	return ctx.user.scope === "all" && capability !== null && can(ctx.user.role, capability);
}

function assertMayDecide(ctx: MemberContext, row: ProposalRow): void {
	const denial = denialOf(ctx, row);
	if (denial !== null) throw domainError("NOT_PERMITTED", { proposalId: row.id, denial });
}

function denialOf(ctx: MemberContext, row: ProposalRow): ApprovalDenial | null {
	const { id, role, scope } = ctx.user;
	if (row.proposerId === id) return "own";
	if (row.subjectKind === "user" && row.subjectId === id) return "subject";
	const capability = capabilityOf(ctx, row);
	if (scope !== "all" || capability === null || !can(role, capability)) return "right";
	const change = changeOf(ctx, row);
	const isOfOwner = change?.roles.includes("owner") === true;
	return isOfOwner && !can(role, "editOwners") ? "right" : null;
}

/** Null: the entity to change is deleted, or the input is from another release. */
function changeOf(ctx: MemberContext, row: ProposalRow): ProposedChange | null {
	try {
		return proposedChange(ctx, row.procedure, row.input);
	} catch (error) {
		if (error instanceof DomainError || (error instanceof Error && error.name.includes("ZodError"))) return null;
		throw error;
	}
}

function stateOf(ctx: MemberContext, row: ProposalRow): Pick<Proposal, "state" | "outdated" | "changes" | "conflict"> {
	const change = changeOf(ctx, row);
	const changes = changedFields(row.before, { ...row.before, ...plain(change?.after ?? {}) });
	const none = { changes, conflict: [], outdated: null };
	if (row.state !== "waiting") return { ...none, state: row.state };
	if (row.expiresAt <= ctx.now) return { ...none, state: "expired" };
	const proposer = findUser(ctx.db, row.proposerId);
	const capability = capabilityOf(ctx, row);
	const isProposing = proposer?.status === "active" && capability !== null && can(proposer.role, capability);
	if (!isProposing) return { ...none, state: "outdated", outdated: "proposer" };
	if (change === null) return { ...none, state: "outdated", outdated: "gone" };
	const conflict = row.subjectId === null ? [] : changedFields(row.before, plain(change.before));
	return conflict.length > 0
		? { changes, conflict, state: "outdated", outdated: "changed" }
		: { ...none, state: "waiting" };
}

/** Values as JSON stores them, to compare with stored ones. */
function plain(values: Record<string, unknown>): Record<string, unknown> {
	return JSON.parse(JSON.stringify(values));
}

function toProposal(ctx: MemberContext, row: ProposalRow): Proposal {
	const { id, kind, procedure, reason, proposerName, createdAt, expiresAt, deciderName, decidedAt, comment } = row;
	return {
		id,
		kind,
		action: procedure,
		subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
		reason,
		proposerName,
		isOwn: row.proposerId === ctx.user.id,
		createdAt,
		expiresAt,
		deciderName,
		decidedAt,
		comment,
		denial: denialOf(ctx, row),
		...stateOf(ctx, row),
	};
}
