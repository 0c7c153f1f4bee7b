import { Button } from "@mantine/core";
import { IconGridDots, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "../../../shared/account/permissions";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Group } from "../../../shared/device/group";
import { stageOf } from "../../../shared/report/mapping-study";
import type { StudyResult, StudyView } from "../../../shared/report/study-view";
import { useAccount } from "../../api/account";
import { sentenceFor } from "../../api/api-error";
import { useRefreshInterval } from "../../api/live";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { SignFileDialog } from "../../forms/sign-file-dialog";
import { Callout, EmptyNote } from "../../ui/feedback/notes";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { BackLink, type Fact, Facts } from "../../ui/layout/detail";
import layout from "../../ui/layout/layouts.module.css";
import { TextLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { formatSpan, useTickingNow } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/mapping-study";
import classes from "./mapping-studies.module.css";
import { RecordDialog } from "./record-dialog";
import { StudyForm } from "./study-form";
import { StudyPlan } from "./study-plan";
import { nextStep, requirements } from "./study-texts";

type StudyScreenProps = { group: Group; devices: DeviceListRow[] };

type Question = { kind: "new" } | { kind: "change" | "again" | "sign" | "start" | "end" | "record"; study: StudyView };

export function StudyScreen({ group, devices }: StudyScreenProps) {
	const refetchInterval = useRefreshInterval();
	const { data } = useSuspenseQuery({ ...trpc.report.getStudies.queryOptions({ groupId: group.id }), refetchInterval });
	const { me } = useAccount();
	const mayEdit = can(me.role, "editGroups");
	const [question, setQuestion] = useState<Question | null>(null);
	const add = mayEdit && (
		<Button leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => setQuestion({ kind: "new" })}>
			{t("new")}
		</Button>
	);
	return (
		<>
			<PageHead title={group.name} subtitle={t("subtitle", { count: data.length })}>
				<BackLink to={`/groups/${group.id}`}>{group.name}</BackLink>
				{data.length > 0 && add}
			</PageHead>
			{data.length === 0 ? (
				<Card>
					<EmptyNote icon={<IconGridDots size={28} stroke={1.5} />} title={t("none")} text={t("none.text")}>
						{add}
					</EmptyNote>
				</Card>
			) : (
				data.map((study) => (
					<StudyCard key={study.id} study={study} groupId={group.id} mayEdit={mayEdit} onAsk={setQuestion} />
				))
			)}
			{question && (
				<StudyDialog question={question} group={group} devices={devices} onClose={() => setQuestion(null)} />
			)}
		</>
	);
}

type StudyDialogProps = StudyScreenProps & { question: Question; onClose: () => void };

function StudyDialog({ question, group, devices, onClose }: StudyDialogProps) {
	const { me, timeZone } = useAccount();
	const queryClient = useQueryClient();
	const refresh = () => queryClient.invalidateQueries(trpc.report.pathFilter());
	if (question.kind === "new") {
		return <StudyForm group={group} devices={devices} study={null} isAgain={false} onClose={onClose} />;
	}
	const { kind, study } = question;
	if (kind === "change" || kind === "again") {
		return <StudyForm group={group} devices={devices} study={study} isAgain={kind === "again"} onClose={onClose} />;
	}
	if (kind === "record") return <RecordDialog study={study} zone={timeZone} onClose={onClose} />;
	if (kind === "sign") {
		const file = study.run?.files.find((each) => each.kind === "report");
		const { run } = study;
		if (!run || !file) return null;
		return (
			<SignFileDialog
				madeBy={run.id}
				file={file}
				me={me}
				onClose={onClose}
				onSign={async (signature) => {
					await trpcClient.report.signReport.mutate({ runId: run.id, fileId: file.id, ...signature });
					await refresh();
				}}
			/>
		);
	}
	const target = { reportId: study.id, version: study.version };
	return (
		<ActionDialog
			isQuestion
			title={t(`${kind}.question`, { name: study.name })}
			label={t(kind)}
			run={async () => {
				if (kind === "start") await trpcClient.report.startStudy.mutate(target);
				else await trpcClient.report.endStudy.mutate(target);
				await refresh();
			}}
			onClose={onClose}
		>
			<p>{t(`${kind}.text`)}</p>
		</ActionDialog>
	);
}

type State = "draft" | "signed" | "running" | "ended";

const stateTones: Record<State, ChipTone> = { draft: "warn", signed: "info", running: "info", ended: "past" };

function stateOf({ study, signed }: StudyView): State {
	const stage = stageOf(study);
	return stage === "draft" && signed ? "signed" : stage;
}

type StudyCardProps = { study: StudyView; groupId: string; mayEdit: boolean; onAsk: (question: Question) => void };

function StudyCard({ study: view, groupId, mayEdit, onAsk }: StudyCardProps) {
	const { me } = useAccount();
	const now = useTickingNow(minuteMs);
	const [isShown, setIsShown] = useState(false);
	const state = stateOf(view);
	const { run, study } = view;
	const file = run?.files.find(({ kind }) => kind === "report");
	const isOwnFile = file !== undefined && (state === "draft" || state === "signed" || state === "ended");
	const button = (kind: Exclude<Question["kind"], "new">, label: string, isMain = false) => (
		<Button variant={isMain ? "filled" : "default"} onClick={() => onAsk({ kind, study: view })}>
			{label}
		</Button>
	);
	return (
		<Card title={view.name} action={<StatusChip tone={stateTones[state]}>{t(`state.${state}`)}</StatusChip>}>
			<div className={layout.padded}>
				{run?.revision && state === "ended" && (
					<Callout tone="warn" role="status">
						{t("revised")}
					</Callout>
				)}
				<Facts facts={factsOf(view, now)} />
				<div className={layout.row}>
					{isOwnFile &&
						can(me.role, "signReports") &&
						button("sign", t(state === "ended" ? "sign.result" : "sign.criteria"), state === "draft")}
					{mayEdit && state === "signed" && button("start", t("start"), true)}
					{mayEdit && (state === "draft" || state === "signed") && button("change", t("change"))}
					{mayEdit && state === "running" && button("record", t("record"))}
					{mayEdit && state === "running" && button("end", t("end"), true)}
					{mayEdit && state === "ended" && button("record", t("record.ended"))}
					{mayEdit && state === "ended" && <FileButtons study={view} />}
					{state === "ended" && (
						<Button variant="default" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
							{t(isShown ? "result.hide" : "result.show")}
						</Button>
					)}
					{mayEdit && button("again", t("again"))}
				</div>
				{study.startedAt === null && state === "draft" && <p className={layout.note}>{t("draft.help")}</p>}
				{isShown && <Result view={view} groupId={groupId} />}
			</div>
		</Card>
	);
}

function FileButtons({ study: { id: reportId, version, study } }: { study: StudyView }) {
	const queryClient = useQueryClient();
	const [format, setFormat] = useState<"pdf" | "csv" | null>(null);
	const { spans } = study;
	const decision = study.decision && { positions: study.decision.positions, text: study.decision.text };
	return (
		<>
			{(["pdf", "csv"] as const).map((each) => (
				<Button key={each} variant="default" onClick={() => setFormat(each)}>
					{t(`file.${each}`)}
				</Button>
			))}
			{format && (
				<ActionDialog
					isQuestion
					title={t("file.question")}
					label={t("file.make")}
					run={async () => {
						await trpcClient.report.recordStudy.mutate({ reportId, version, spans, decision, format });
						await queryClient.invalidateQueries(trpc.report.pathFilter());
					}}
					onClose={() => setFormat(null)}
				>
					<p>{t("file.text")}</p>
				</ActionDialog>
			)}
		</>
	);
}

function factsOf({ id, study, signed, run }: StudyView, now: number): Fact[] {
	const { purpose, positions, startedAt, endedAt, spans, decision, repeats, replaces } = study;
	const until = untilOf(study, now);
	return [
		{ label: t("next"), value: nextStep({ study, signed, run }) },
		{ label: t("purpose"), value: purpose },
		{ label: t("positions"), value: positions.map(({ name }) => name).join(", ") },
		...requirements(study),
		...(repeats ? [{ label: t("repeats"), value: repeats.name }] : []),
		...(replaces ? [{ label: t("replaces"), value: t("replaces.text", replaces) }] : []),
		{
			label: t("signed"),
			value: signed ? (
				<>
					{signed.by} · <TimeStamp at={signed.at} />
				</>
			) : (
				t("signed.not")
			),
		},
		...(startedAt === null ? [] : [{ label: t("started"), value: <TimeStamp at={startedAt} /> }]),
		...(until === null ? [] : [until]),
		...(endedAt === null ? [] : [{ label: t("ended"), value: <TimeStamp at={endedAt} /> }]),
		...(startedAt === null ? [] : [{ label: t("marked"), value: countText(spans.length) }]),
		...(decision ? [{ label: t("decision"), value: decision.text, note: decision.by }] : []),
		{
			label: t("file"),
			value: (
				<TextLink
					to="/reports/edit/$reportId"
					params={{ reportId: id }}
					search={{ tab: "runs", ...(run && { run: run.id }) }}
				>
					{fileText(run)}
				</TextLink>
			),
			...(run && run.signatures.length > 0 && { note: <Signatures run={run} /> }),
		},
	];
}

function untilOf({ startedAt, endedAt, criteria: { hours } }: StudyView["study"], now: number): Fact | null {
	if (startedAt === null || endedAt !== null) return null;
	if (hours === null) return { label: t("until"), value: t("until.open") };
	const until = startedAt + hours * hourMs;
	const note = until > now ? t("until.left", { length: formatSpan(until - now) }) : t("until.over");
	return { label: t("until"), value: <TimeStamp at={until} />, note };
}

function Signatures({ run: { signatures } }: { run: NonNullable<StudyView["run"]> }) {
	return signatures.map(({ name, at }) => (
		<span key={`${name} ${at}`} className={classes.signature}>
			{name} · <TimeStamp at={at} />
		</span>
	));
}

function fileText(run: StudyView["run"]): string {
	if (run === null) return t("file.unseen");
	const signed = run.signatures.map(({ meaning }) => meaning);
	if (run.state === "queued" || run.state === "running") return t("file.making");
	if (run.state === "failed") return t("file.failed");
	if (signed.includes("rejected")) return t("file.rejected");
	if (signed.includes("approved")) return t("file.approved");
	return signed.includes("reviewed") ? t("file.reviewed") : t("file.unsigned");
}

type ResultProps = { view: StudyView; groupId: string };

function Result({ view: { id: reportId, version, study }, groupId }: ResultProps) {
	const { data, error } = useQuery(trpc.report.previewStudy.queryOptions({ reportId, version }));
	if (error) return <p role="alert">{sentenceFor(error)}</p>;
	if (!data) return <p role="status">{t("reading")}</p>;
	if (data.tables.length === 0) return <p>{t("tooMany")}</p>;
	const { figures } = data;
	const hasPlan = study.planId !== null && figures?.positions.some(({ at }) => at !== null);
	return (
		<>
			{hasPlan && figures && <StudyPlan groupId={groupId} study={study} figures={figures} />}
			<ResultTables tables={data.tables} />
		</>
	);
}

function ResultTables({ tables }: Pick<StudyResult, "tables">) {
	return tables.map(({ title, columns, rows }) => (
		<div key={title}>
			<h3 className={classes.legend}>{title}</h3>
			{/* Wider than a phone, so the keyboard must scroll it. */}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls takes the focus */}
			<section className={classes.wide} tabIndex={0} aria-label={title}>
				<table className={classes.table}>
					<thead>
						<tr>
							{columns.map((column) => (
								<th key={column} scope="col">
									{column}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<tr key={row.join("\n")}>
								{columns.map((column, index) => (
									<td key={column}>{row[index]}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</div>
	));
}
