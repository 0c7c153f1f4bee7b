import { useMemo } from "react";
import type { AlertListRow } from "../../../shared/alert/alert";
import type { DeviceListRow } from "../../../shared/device/device";
import { eventStateLabels, eventStates } from "../../entities/alert-event";
import { severitiesFromWorst, severityLabels } from "../../entities/labels";
import { Select } from "../../ui/form/select";
import { ServerFilters } from "../../ui/table/server-filters";
import type { AlertsSearch } from "./alerts-search";
import { type EventFilters, unreached } from "./event-queries";

const every = { value: "", label: "All" };
const stateChoices = [
	every,
	{ value: "open,acknowledged", label: "Not closed" },
	{ value: unreached, label: "Nobody reached" },
	...eventStates.map((state) => ({ value: state as string, label: eventStateLabels[state].label })),
];
const severityChoices = [
	every,
	...severitiesFromWorst.map((severity) => ({ value: severity as string, label: severityLabels[severity].label })),
];
const choicesAtOnce = 50;

export type EventFilterProps = {
	rules: AlertListRow[];
	devices: DeviceListRow[];
	filters: EventFilters;
	onFilter: (change: AlertsSearch) => void;
};

/** The backend filters, so that filters reach events that are not loaded. */
export function EventFilterFields({ filters, rules, devices, onFilter }: EventFilterProps) {
	const [alertId = ""] = filters.alertIds ?? [];
	const [deviceId = ""] = filters.deviceIds ?? [];
	const ruleChoices = useMemo(() => choicesOf(rules, alertId, "A deleted rule"), [rules, alertId]);
	const deviceChoices = useMemo(
		() => choicesOf(devices, deviceId, "An archived or deleted device"),
		[devices, deviceId],
	);
	const common = { size: "xs", limit: choicesAtOnce } as const;
	return (
		<ServerFilters label="Filter events" count={countOfSet(filters)}>
			<Select
				{...common}
				label="State"
				data={withOwn(stateChoices, filters.states)}
				value={filters.isUnreached ? unreached : (filters.states?.join(",") ?? "")}
				onChange={(value) => onFilter({ status: value || undefined })}
			/>
			<Select
				{...common}
				label="Severity"
				data={withOwn(severityChoices, filters.severities)}
				value={filters.severities?.join(",") ?? ""}
				onChange={(value) => onFilter({ severity: value || undefined })}
			/>
			<Select
				{...common}
				searchable
				label="Rule"
				data={ruleChoices}
				value={alertId}
				onChange={(value) => onFilter({ rule: value || undefined })}
			/>
			<Select
				{...common}
				searchable
				label="Device"
				data={deviceChoices}
				value={deviceId}
				onChange={(value) => onFilter({ device: value || undefined })}
			/>
		</ServerFilters>
	);
}

function countOfSet({ states, isUnreached, severities, alertIds, deviceIds }: EventFilters): number {
	const hasState = isUnreached || states !== undefined;
	return [hasState, severities, alertIds, deviceIds].filter(Boolean).length;
}

type Named = { id: string; name: string };

function choicesOf(named: Named[], chosenId: string, goneLabel: string) {
	const choices = named.map(({ id, name }) => ({ value: id, label: name }));
	const isKnown = chosenId === "" || named.some(({ id }) => id === chosenId);
	return [every, ...choices, ...(isKnown ? [] : [{ value: chosenId, label: goneLabel }])];
}

function withOwn(choices: { value: string; label: string }[], chosen: string[] | undefined) {
	const value = chosen?.join(",") ?? "";
	return choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: "Several" }];
}
