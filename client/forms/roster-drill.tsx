import { useQuery } from "@tanstack/react-query";
import type { RosterDrill } from "../../shared/alert/drill";
import { sentenceFor } from "../api/api-error";
import { trpc } from "../api/trpc";
import { comma } from "../base/comma-list";
import { deliveryChannelLabel } from "../entities/contact";
import { messageStateLabels } from "../entities/message-state";
import { StatusChip } from "../ui/feedback/status-chip";
import { Card } from "../ui/layout/card";
import layout from "../ui/layout/layouts.module.css";
import { TextLink } from "../ui/layout/link";
import { NoRows, Rows } from "../ui/layout/rows";
import { TimeStamp } from "../ui/time/time-stamp";
import { rich, t } from "../words/made/duty";
import classes from "./roster-drill.module.css";

function useRosterDrills(rosterId: string) {
	return useQuery(trpc.alert.getRosterDrills.queryOptions({ rosterId }));
}

export function DrilledPeopleCard({ rosterId, eventId }: { rosterId: string; eventId: string }) {
	const { data, error } = useRosterDrills(rosterId);
	const drill = data?.find((each) => each.eventId === eventId);
	return (
		<Card title={t("drill.results")}>
			{error ? <NoRows>{sentenceFor(error)}</NoRows> : drill && <DrilledPeople drill={drill} />}
		</Card>
	);
}

export function EarlierDrills({ rosterId }: { rosterId: string }) {
	const { data, error } = useRosterDrills(rosterId);
	if (error) return <p>{sentenceFor(error)}</p>;
	if (!data || data.length === 0) return null;
	return (
		<section aria-label={t("drills.title")}>
			<h3 className={classes.title}>{t("drills.title")}</h3>
			<ul className={`${layout.plain} ${classes.drills}`}>
				{data.map((drill) => (
					<li key={drill.eventId}>
						<TextLink to="/alerts/events/$eventId" params={{ eventId: drill.eventId }}>
							<TimeStamp at={drill.startedAt} />
						</TextLink>
						<p className={classes.summary}>{summaryOf(drill)}</p>
						<DrilledPeople drill={drill} />
					</li>
				))}
			</ul>
		</section>
	);
}

function summaryOf({ startedBy, endedAt, people }: RosterDrill): string {
	const acknowledged = people.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
	const counts = { startedBy, acknowledged: String(acknowledged), people: String(people.length) };
	return endedAt === null ? t("drills.underWay", counts) : t("drills.over", counts);
}

function DrilledPeople({ drill: { people } }: { drill: RosterDrill }) {
	return (
		<Rows
			rows={people.map(({ name, acknowledgedAt, messages }, index) => ({
				key: String(index),
				name: name ?? t("anotherPerson"),
				under: messages.length === 0 ? t("drill.noMessage") : messages.map(messageText).join(comma),
				end:
					acknowledgedAt === null ? (
						<StatusChip tone="warn">{t("drill.notYet")}</StatusChip>
					) : (
						<StatusChip tone="ok">
							{rich("drill.acknowledged", { time: <TimeStamp at={acknowledgedAt} isFocusable /> })}
						</StatusChip>
					),
			}))}
		/>
	);
}

function messageText({ channel: name, state, outcome }: RosterDrill["people"][number]["messages"][number]): string {
	const channel = deliveryChannelLabel(name);
	if (outcome !== undefined) return t("drill.call", { channel, outcome });
	return t("drill.message", { channel, state: messageStateLabels[state].label });
}
