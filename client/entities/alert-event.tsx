import type { AlertEvent, AlertEventState, AlertListRow } from "../../shared/alert/alert";
import { silentSeconds } from "../../shared/alert/alert-event-span";
import { crossingsText, eventValueText, ruleSentence } from "../../shared/alert/alert-sentence";
import { minuteMs } from "../../shared/base/durations";
import { type ChipTone, StatusChip } from "../ui/feedback/status-chip";
import { Rows } from "../ui/layout/rows";
import type { ListColumn } from "../ui/table/list-rows";
import { useTickingNow } from "../ui/time/relative-time";
import { TimeStamp } from "../ui/time/time-stamp";
import { useValueStyle, valueStyle } from "../ui/value-display";
import { t } from "../words/made/entities";
import { EventLink } from "./entity-links";
import { severitiesFromWorst, severityLabels } from "./labels";

export const eventStateLabels: Record<AlertEventState, { label: string; tone: ChipTone }> = {
	open: { label: t("event.open"), tone: "bad" },
	acknowledged: { label: t("event.acknowledged"), tone: "warn" },
	ended: { label: t("event.ended"), tone: "past" },
};
export const eventStates: AlertEventState[] = ["open", "acknowledged", "ended"];

export function EventStateChip({ state }: Pick<AlertEvent, "state">) {
	return <StatusChip tone={eventStateLabels[state].tone}>{eventStateLabels[state].label}</StatusChip>;
}

type SeverityChipProps = Pick<AlertEvent, "severity"> & Partial<Pick<AlertEvent, "state">>;

export function SeverityChip({ severity, state }: SeverityChipProps) {
	const { label, tone } = severityLabels[severity];
	return <StatusChip tone={state === "ended" ? "past" : tone}>{label}</StatusChip>;
}

export function severityColumn<Row extends Pick<AlertEvent, "severity">>(): ListColumn<Row> {
	return {
		id: "severity",
		header: t("severity"),
		isMinor: true,
		value: ({ severity }) => severityLabels[severity].label,
		sortWords: [t("severity.worstFirst"), t("severity.mildestFirst")],
		rank: ({ severity }) => severitiesFromWorst.indexOf(severity),
		cell: SeverityChip,
	};
}

export function MutedChip({ event: { state, mutedUntil } }: { event: Pick<AlertEvent, "state" | "mutedUntil"> }) {
	const now = useTickingNow(minuteMs);
	return (
		state !== "ended" && mutedUntil !== null && mutedUntil > now && <StatusChip tone="off">{t("muted")}</StatusChip>
	);
}

export function eventValue(
	{ condition }: Pick<AlertEvent, "condition">,
	value: number,
	style = valueStyle(),
): string | null {
	return condition && eventValueText(condition, value, style);
}

/** The worst value so far; for missing data it grows until the end. */
export function worstValue(
	event: Pick<AlertEvent, "condition" | "startedAt" | "endedAt" | "peak">,
	now: number,
	style = valueStyle(),
): string | null {
	return eventValue(event, silentSeconds(event, now) ?? event.peak, style);
}

export function conditionText({ rule, condition }: Pick<AlertListRow, "rule" | "condition">): string {
	return rule ? ruleSentence(rule, valueStyle()) : condition;
}

type Placed = Pick<AlertEvent, "device" | "deviceId" | "deviceIds" | "rosterId">;

export function eventPlace({ device, deviceId, deviceIds, rosterId }: Placed) {
	if (device) return device.name;
	if (rosterId !== undefined) return t("event.ofRoster");
	return deviceId === null ? t("devices", { count: deviceIds?.length ?? 0 }) : t("deletedDevice");
}

export function EventRows({ events, isOfDevice = false }: { events: AlertEvent[]; isOfDevice?: boolean }) {
	useValueStyle();
	const now = useTickingNow(minuteMs);
	return (
		<Rows
			rows={events.map((event) => ({
				key: event.id,
				name: <EventLink id={event.id}>{event.ruleName}</EventLink>,
				under: (
					<>
						{!isOfDevice && `${eventPlace(event)} · `}
						{severityLabels[event.severity].label}
						{event.condition && `, ${worstValue(event, now)}`}
						{event.crossings && `, ${crossingsText(event.crossings, valueStyle())}`} ·{" "}
						<TimeStamp at={event.startedAt} clock={event.device} isFocusable />
					</>
				),
				end: (
					<>
						<MutedChip event={event} />
						<EventStateChip state={event.state} />
					</>
				),
			}))}
		/>
	);
}
