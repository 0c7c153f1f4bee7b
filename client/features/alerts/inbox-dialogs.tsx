import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { useAccount } from "../../api/account";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { atField, NotSent } from "../../forms/action-dialog";
import { Select } from "../../ui/form/select";
import { t } from "../../words/made/inbox";
import { counted, type DialogProps, EventDialog, idsOf, LeftOut } from "./event-dialog";

const nobody = "nobody";

export function AssignDialog(props: DialogProps) {
	const { events } = props;
	const { me } = useAccount();
	const running = events.filter(({ state }) => state !== "ended");
	const holders = new Set(running.flatMap(({ assigneeId }) => assigneeId ?? []));
	const [holder = null] = holders;
	const eventIds = idsOf(running);
	const people = useQuery(trpc.alert.getAssignees.queryOptions({ eventIds }));
	const [chosen, setChosen] = useState<string | null>(null);
	const [problem, setProblem] = useState<string>();
	const choose = (value: string | null) => {
		setChosen(value);
		setProblem(undefined);
	};
	const others = (people.data ?? []).filter(({ id }) => id !== holder);
	const options = [
		...others.map(({ id, name }) => ({ value: id, label: id === me.id ? t("assign.me", { name }) : name })),
		...(holder === null ? [] : [{ value: nobody, label: t("assign.nobody") }]),
	];
	const run = async () => {
		if (chosen === null) {
			setProblem(t("assign.choose"));
			throw new NotSent();
		}
		const assigneeId = chosen === nobody ? null : chosen;
		const { changed } = await trpcClient.alert.assignEvents.mutate({ eventIds, assigneeId, from: holder });
		if (changed === 0) return t("assign.nothing");
		const name = others.find(({ id }) => id === chosen)?.name ?? "";
		return assigneeId === null ? t("assign.givenBack", counted(running)) : t("assign.done", { count: changed, name });
	};
	return (
		<EventDialog
			{...props}
			title={t("assign.title", counted(running))}
			label={t("assign.do")}
			run={run}
			canRun={holders.size <= 1}
			onRejected={atField("assigneeId", setProblem)}
		>
			{holders.size > 1 ? (
				<p>{t("assign.several")}</p>
			) : (
				<>
					<p>{t("assign.lead")}</p>
					<LeftOut events={events} meant={running} why="closed" />
					<Select
						label={t("assign.to")}
						data-autofocus
						searchable
						limit={50}
						data={options}
						value={chosen}
						onChange={choose}
						error={problem ?? (people.error ? sentenceFor(people.error) : null)}
						placeholder={people.isPending ? t("assign.loading") : t("assign.placeholder")}
						nothingFoundMessage={t("assign.none")}
					/>
				</>
			)}
		</EventDialog>
	);
}

const spans = [
	{ value: String(hourMs), label: t("snooze.hour") },
	{ value: String(4 * hourMs), label: t("snooze.fourHours") },
	{ value: String(8 * hourMs), label: t("snooze.eightHours") },
	{ value: String(dayMs), label: t("snooze.day") },
];
const end = { value: "none", label: t("snooze.end") };

export function SnoozeDialog(props: DialogProps) {
	const { events } = props;
	const running = events.filter(({ state }) => state !== "ended");
	const isSnoozed = running.some(({ snoozedUntil }) => snoozedUntil !== undefined && snoozedUntil > Date.now());
	const [span, setSpan] = useState(isSnoozed ? end.value : String(hourMs));
	const run = async () => {
		const until = span === end.value ? null : Date.now() + Number(span);
		const { changed } = await trpcClient.alert.snoozeEvents.mutate({ eventIds: idsOf(running), until });
		if (changed === 0) return t("snooze.nothing");
		return until === null ? t("snooze.ended", counted(running)) : t("snooze.done", counted(running));
	};
	return (
		<EventDialog {...props} title={t("snooze.title", counted(running))} label={t("snooze.do")} run={run}>
			<p>{t("snooze.lead")}</p>
			<LeftOut events={events} meant={running} why="closed" />
			<Select
				label={t("snooze.for")}
				data-autofocus
				data={isSnoozed ? [...spans, end] : spans}
				value={span}
				onChange={setSpan}
			/>
		</EventDialog>
	);
}
