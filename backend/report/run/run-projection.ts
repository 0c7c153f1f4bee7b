import { suppressionText } from "../../../shared/message/suppression-text";
import type { Report, ReportListRow, ReportRecipient, ReportRun } from "../../../shared/report/report";
import { scheduleSentence } from "../../../shared/report/schedule-sentence";
import type { AccountDb, MemberContext } from "../../base/context";
import { visibleContactIds, visibleContacts } from "../../contact/contact-projection";
import { accountOrThrow, companyFormats, findUser } from "../../db/account-rows";
import { listContactGroups } from "../../db/contact-group-rows";
import { listNoticesAbout } from "../../db/notice-rows";
import { listRunLinks } from "../../db/report-link-rows";
import type { DefinedReport } from "../../db/report-rows";
import { type FileRow, listFiles, listSignatures, type RunRow } from "../../db/report-run-rows";
import { groupsInScope } from "../../group/scope";
import { visibleDefinition } from "../hidden-parts";
import { definitionTest, scopeText } from "../report-scope";
import { lastVisibleRuns } from "./visible-runs";

type Summary = NonNullable<ReportListRow["lastRun"]>;

export function toListRows(ctx: MemberContext, reports: readonly DefinedReport[]): ReportListRow[] {
	const last = lastVisibleRuns(
		ctx,
		reports.map(({ id }) => id),
	);
	const namesOf = recipientNames(ctx);
	const isReadable = definitionTest(ctx);
	const style = companyFormats(accountOrThrow(ctx.db));
	const rows = [...last.values()];
	const bytes = bytesByRun(
		listFiles(
			ctx.db,
			rows.map(({ id }) => id),
		),
	);
	return reports.map((report) => {
		const { id, definition, isEnabled, nextRunAt, lastRunAt } = report;
		const { name, format, type, zone, schedule, scope, delivery } = definition;
		const run = last.get(id);
		return {
			id,
			name,
			isEnabled,
			format,
			type,
			zone,
			nextRunAt,
			lastRunAt,
			schedule: schedule ? scheduleSentence(schedule, zone, style) : "",
			plan: schedule,
			scopeText: scopeText(ctx, scope),
			recipients: namesOf(delivery),
			lastRun: run ? toSummary(run, bytes.get(run.id) ?? null) : null,
			isReadable: isReadable(definition),
		};
	});
}

export function toReport(ctx: MemberContext, report: DefinedReport): Report {
	const [row] = toListRows(ctx, [report]);
	if (!row) throw new Error("A report without a view");
	const { createdAt, version } = report;
	const user = report.savedBy === null ? null : findUser(ctx.db, report.savedBy);
	const { definition, hiddenRecipients } = visibleDefinition(ctx, report.definition);
	const { description, delivery } = definition;
	return {
		...row,
		description,
		contactIds: delivery.contactIds,
		createdAt,
		version,
		definition,
		hiddenRecipients,
		savedBy: user && { id: user.id, name: user.name },
	};
}

function recipientNames(ctx: MemberContext): (named: { contactIds: string[]; contactGroupIds: string[] }) => string[] {
	const contacts = new Map(visibleContacts(ctx).map(({ id, fullName }) => [id, fullName]));
	const groups = groupsInScope(ctx) === "all" ? listContactGroups(ctx.db) : [];
	const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
	return ({ contactIds, contactGroupIds }) => [
		...contactIds.flatMap((id) => contacts.get(id) ?? []),
		...contactGroupIds.flatMap((id) => groupNames.get(id) ?? []),
	];
}

function bytesByRun(files: FileRow[]): Map<string, number> {
	const sums = new Map<string, number>();
	for (const { runId, kind, bytes } of files) if (kind === "report") sums.set(runId, (sums.get(runId) ?? 0) + bytes);
	return sums;
}

function toSummary({ id, state, from, to, finishedAt }: RunRow, bytes: number | null): Summary {
	return { id, state, from, to, finishedAt, bytes };
}

export function toRuns(ctx: MemberContext, runs: readonly RunRow[]): ReportRun[] {
	const { db } = ctx;
	const isSeen = contactTest(ctx);
	const ids = runs.map(({ id }) => id);
	const files = listFiles(db, ids);
	const bytes = bytesByRun(files);
	const filesOf = Map.groupBy(files, ({ runId }) => runId);
	const signaturesOf = Map.groupBy(listSignatures(db, ids), ({ runId }) => runId);
	return runs.map((run) => {
		const { reportId, definitionVersion, trigger, queuedAt, startedAt, rows, excursions } = run;
		const isRunning = run.state === "running" && run.done !== null && run.of !== null;
		return {
			...toSummary(run, bytes.get(run.id) ?? null),
			reportId,
			definitionVersion,
			trigger,
			by: run.requestedBy,
			queuedAt,
			startedAt,
			rows,
			excursions,
			progress: isRunning ? { done: run.done ?? 0, of: run.of ?? 0 } : null,
			files: (filesOf.get(run.id) ?? []).map(({ id, kind, name, bytes: size, sha256, groupName }) => {
				return { id, kind, name, bytes: size, sha256, groupName };
			}),
			notes: run.notes,
			error: run.error,
			...(run.errorSaid && { errorSaid: run.errorSaid }),
			keptUntil: run.keptUntil,
			revision: run.revision,
			method: run.method ?? 1,
			signatures: (signaturesOf.get(run.id) ?? []).map(({ runId: _, fileId: __, sub: ___, ...signature }) => signature),
			recipients: recipientsOf(db, run.id, isSeen),
		};
	});
}

type ContactTest = (contactId: string) => boolean;

function contactTest(ctx: MemberContext): ContactTest {
	const visible = visibleContactIds(ctx);
	return visible === "all" ? () => true : (contactId) => visible.has(contactId);
}

function recipientsOf(db: AccountDb, runId: string, isSeen: ContactTest): ReportRecipient[] {
	const all = listRunLinks(db, runId);
	const seen = all.filter(({ link }) => isSeen(link.contactId));
	return seen.map((own): ReportRecipient => {
		const { contactId } = own.link;
		const named = { contactId, name: own.name ?? deletedContact };
		const shared = own.message?.reason === "sameAddress" ? sharedMail(db, own.link, all) : null;
		if (shared === null) return { ...named, ...outcomeOf(own) };
		const sharer = isSeen(shared.link.contactId) ? (shared.name ?? deletedContact) : "another contact";
		const problem = `One mail with ${sharer}, who has the same address.`;
		return { ...named, ...outcomeOf(shared), problem, link: null };
	});
}

const deletedContact = "A deleted contact";

type RunLink = ReturnType<typeof listRunLinks>[number];

function outcomeOf({ link: { form, expiresAt, revokedAt, opened }, message }: RunLink) {
	const isLinked = message === null || message.channel === "email";
	return {
		form,
		state: message?.state ?? "forgotten",
		sentAt: message?.sentAt?.getTime() ?? null,
		problem: message?.reason ? suppressionText[message.reason] : (message?.error ?? null),
		link: isLinked && form === "link" ? { expiresAt, revokedAt, opened } : null,
	};
}

/** Returns another contact's mail that this contact's notice moved into. */
function sharedMail(db: AccountDb, { fileId, contactId, messageId }: RunLink["link"], all: RunLink[]): RunLink | null {
	const moved = listNoticesAbout(db, { about: fileId, cause: "report" }).filter(({ recipient, messageId: now }) => {
		return recipient.to === "contact" && recipient.contactId === contactId && now !== messageId;
	});
	return all.find(({ message }) => moved.some((notice) => notice.messageId === message?.id)) ?? null;
}
