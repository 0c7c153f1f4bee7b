import { type AlertListRow, EventsOf } from "../../../shared/alert/alert";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { eventStateLabels, eventStates } from "../../entities/alert-event";
import { severitiesFromWorst, severityLabels } from "../../entities/labels";
import { choiceField, type FilterField } from "../../ui/table/filter-field";
import { t } from "../../words/made/alerts";
import type { AlertsSearch } from "./alerts-search";
import { type EventFilters, unreached } from "./event-queries";

const states = eventStates.map((state) => ({ value: state as string, label: eventStateLabels[state].label }));
const severities = severitiesFromWorst.map((severity) => ({ value: severity, label: severityLabels[severity].label }));

const whose = EventsOf.options.map((value) => ({ value: value as string, label: t(`whose.${value}`) }));

export type EventFilterProps = {
	rules: AlertListRow[];
	devices: DeviceListRow[];
	groups: GroupListRow[];
	filters: EventFilters;
	onFilter: (change: AlertsSearch) => void;
};

/** The backend filters, so that filters reach events that are not loaded. */
export function eventFields({ filters, rules, devices, groups, onFilter }: EventFilterProps): FilterField[] {
	const thing = (
		name: "rule" | "device" | "group",
		of: { label: string; gone: string; named: Named[]; ids: string[] | undefined },
	) =>
		choiceField({
			name,
			label: of.label,
			isSingle: true,
			chosen: of.ids ?? [],
			options: () => of.named.map(({ id, name: itsName }) => ({ value: id, label: itsName })),
			labelOf: (id) => of.named.find((each) => each.id === id)?.name ?? of.gone,
			onChoose: ([id]) => onFilter({ [name]: id }),
		});
	return [
		choiceField({
			name: "status",
			label: t("state"),
			chosen: filters.states ?? [],
			options: () => states,
			onChoose: (chosen) => onFilter({ status: chosen.join(",") || undefined }),
		}),
		choiceField({
			name: "reached",
			label: t("filter.notified"),
			chosen: filters.isUnreached ? [unreached] : [],
			options: () => [{ value: unreached, label: t("filter.nobodyReached") }],
			onChoose: ([chosen]) => onFilter({ status: chosen }),
		}),
		choiceField({
			name: "severity",
			label: t("severity"),
			chosen: filters.severities ?? [],
			options: () => severities,
			onChoose: (chosen) => onFilter({ severity: chosen.join(",") || undefined }),
		}),
		choiceField({
			name: "whose",
			label: t("filter.whose"),
			isSingle: true,
			chosen: filters.whose === undefined ? [] : [filters.whose],
			options: () => whose,
			onChoose: ([chosen]) => onFilter({ whose: chosen }),
		}),
		thing("rule", { label: t("rule"), gone: t("filter.deletedRule"), named: rules, ids: filters.alertIds }),
		thing("device", {
			label: t("filter.device"),
			gone: t("filter.deletedDevice"),
			named: devices,
			ids: filters.deviceIds,
		}),
		thing("group", { label: t("filter.group"), gone: t("filter.deletedGroup"), named: groups, ids: filters.groupIds }),
		choiceField({
			name: "of",
			label: t("filter.partOf"),
			chosen: filters.partOf === undefined ? [] : [filters.partOf],
			// Only links set it.
			options: () => [],
			labelOf: () => t("filter.oneEvent"),
			onChoose: () => onFilter({ of: undefined }),
		}),
	];
}

type Named = { id: string; name: string };
