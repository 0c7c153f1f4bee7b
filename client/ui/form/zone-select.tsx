import { currentZoneName, zoneNames } from "../time/zone-names";
import { Select, type SelectProps } from "./select";
import { useSteadyOptions } from "./steady-options";

/** Shows the first of four hundred zones; typing finds the others. */
const shownZones = 60;

const everyZone = zoneNames();

type ZoneOption = { value: string; label: string };

type ZoneSelectProps = Pick<SelectProps, "label" | "description" | "error"> & {
	value?: string;
	onChange: (zone: string) => void;
	likely?: readonly ZoneOption[];
};

export function ZoneSelect({ value = "", onChange, likely = [], ...input }: ZoneSelectProps) {
	const zones = useSteadyOptions(zoneOptions(likely));
	return (
		<Select {...input} {...zones} searchable limit={shownZones} value={currentZoneName(value)} onChange={onChange} />
	);
}

export function zoneOptions(likely: readonly ZoneOption[]): ZoneOption[] {
	const first = new Set(likely.map(({ value }) => value));
	const others = everyZone.filter((zone) => !first.has(zone));
	return [...likely, ...others.map((zone) => ({ value: zone, label: zone }))];
}
