import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { addTo } from "../../../shared/base/multi-map";
import { isOutOfLimits } from "../../../shared/round/hand-value";
import { ExplainRoundEntry, type Round, type RoundEntry, type RoundResult } from "../../../shared/round/round";
import { roundHistory } from "../../api/later-queries";
import { trpcClient } from "../../api/trpc";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { StatusChip } from "../../ui/feedback/status-chip";
import { SmallButton } from "../../ui/form/buttons";
import { errorsFrom } from "../../ui/form/schema-errors";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatSpan } from "../../ui/time/relative-time";
import { t } from "../../words/made/rounds";
import { timeText, valueText } from "./round-labels";
import classes from "./rounds.module.css";
import { useRefreshRounds } from "./use-refresh-rounds";

const shownMs = 30 * dayMs;

type HistoryProps = { round: Round; denial: string | null };

export function RoundHistoryCard({ round, denial }: HistoryProps) {
	const [to] = useState(() => Math.ceil(Date.now() / dayMs + 1) * dayMs);
	const { data } = useQuery(roundHistory(round.id, to - shownMs, to));
	const [explained, setExplained] = useState<RoundEntry | null>(null);
	const dues = useMemo(() => (data ? duesOf(data) : []), [data]);
	return (
		<Card title={t("history")} note={<span className={layout.note}>{t("history.period")}</span>}>
			{data && dues.length === 0 && <NoRows>{t("history.none")}</NoRows>}
			<Rows
				rows={dues.map(({ dueAt, entries, isMissed }) => ({
					key: String(dueAt ?? entries[0]?.id),
					name: dueAt === null ? t("history.extra") : t("history.due", { time: timeText(dueAt, round.zone) }),
					under: (
						<ul className={`${layout.plain} ${classes.entries}`}>
							{entries.map((entry) => (
								<EntryLine
									key={entry.id}
									entry={entry}
									zone={round.zone}
									onExplain={denial === null ? () => setExplained(entry) : null}
								/>
							))}
						</ul>
					),
					end: dueAt === null ? null : <DueChip round={round} entries={entries} isMissed={isMissed} />,
				}))}
			/>
			{explained && <ExplainDialog round={round} entry={explained} onClose={() => setExplained(null)} />}
		</Card>
	);
}

type Due = { dueAt: number | null; entries: RoundEntry[]; isMissed: boolean };

/** Newest first. Each further check is one of its own. */
function duesOf({ entries, missed }: { entries: RoundEntry[]; missed: number[] }): Due[] {
	const byDue = new Map<number, RoundEntry[]>();
	for (const entry of entries) if (entry.dueAt !== null) addTo(byDue, entry.dueAt, entry);
	for (const dueAt of missed) if (!byDue.has(dueAt)) byDue.set(dueAt, []);
	const ofDues = [...byDue].map(([dueAt, own]): Due => ({ dueAt, entries: own, isMissed: missed.includes(dueAt) }));
	const further = entries
		.filter(({ dueAt }) => dueAt === null)
		.map((entry): Due => {
			return { dueAt: null, entries: [entry], isMissed: false };
		});
	const timeOf = ({ dueAt, entries: own }: Due) => dueAt ?? own[0]?.at ?? 0;
	return [...ofDues, ...further].sort((one, other) => timeOf(other) - timeOf(one));
}

function DueChip({ round, entries, isMissed }: { round: Round; entries: RoundEntry[]; isMissed: boolean }) {
	const done = new Set(entries.map(({ placeId }) => placeId));
	const isDone = round.places.every(({ id }) => done.has(id));
	if (isMissed)
		return <StatusChip tone={isDone ? "warn" : "bad"}>{t(isDone ? "history.late" : "history.missed")}</StatusChip>;
	if (isDone) return <StatusChip tone="ok">{t("history.done")}</StatusChip>;
	return <StatusChip tone="off">{t("history.part", { done: done.size, all: round.places.length })}</StatusChip>;
}

type EntryLineProps = { entry: RoundEntry; zone: string; onExplain: (() => void) | null };

const lateMs = 5 * minuteMs;

function EntryLine({ entry, zone, onExplain }: EntryLineProps) {
	const { placeName, at, readAt, receivedAt, clockOffMs, by, results, reason, reasonBy } = entry;
	const isOut = results.some(isOutOfLimits);
	const found = results.length === 0 ? t("seenOnly") : results.map(resultText).join("; ");
	return (
		<li>
			<strong>{placeName}</strong>: {found}. {t("entry.by", { time: timeText(at, zone), name: by })}
			{receivedAt - at > lateMs && `, ${t("entry.received", { time: timeText(receivedAt, zone) })}`}.{" "}
			{clockOffMs !== null &&
				t("entry.clock", { span: formatSpan(Math.abs(clockOffMs)), time: timeText(readAt, zone) })}{" "}
			{isOut && <StatusChip tone="bad">{t("out")}</StatusChip>}{" "}
			{reason !== "" && (reasonBy === null ? reason : t("entry.reasonBy", { reason, name: reasonBy }))}
			{isOut && reason === "" && (
				<>
					{t("entry.reasonMissing")}.{" "}
					{onExplain && <SmallButton onClick={onExplain}>{t("entry.addReason")}</SmallButton>}
				</>
			)}
		</li>
	);
}

function resultText(result: RoundResult): string {
	const { name, unit } = result;
	if (result.kind === "hand") {
		const value = result.value === null ? t("entry.notRead") : valueText(result.value, unit);
		return t("entry.value", { name, value });
	}
	const { lowest, highest } = result;
	if (lowest === null || highest === null) return t("entry.value", { name, value: t("noReadings") });
	return t("entry.span", { name, low: valueText(lowest, unit), high: valueText(highest, unit) });
}

function ExplainDialog({ round, entry, onClose }: { round: Round; entry: RoundEntry; onClose: () => void }) {
	const refresh = useRefreshRounds();
	const [reason, setReason] = useState("");
	const [error, setError] = useState<string>();
	const run = async () => {
		const input = { roundId: round.id, entryId: entry.id, reason };
		const fault = errorsFrom(ExplainRoundEntry, input).reason;
		setError(fault);
		if (fault !== undefined) throw new NotSent();
		await trpcClient.round.explainEntry.mutate(input);
		await refresh();
	};
	return (
		<ActionDialog title={t("entry.addReason")} size={480} label={t("save")} run={run} onClose={onClose}>
			<Textarea
				label={t("reason")}
				value={reason}
				error={error}
				onChange={({ currentTarget: { value } }) => setReason(value)}
			/>
		</ActionDialog>
	);
}
