import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { DeviceListRow } from "../../../shared/device";
import { matchesFilter } from "../../../shared/device-filter";
import { countOf } from "../../ui/format";
import { NoRows } from "../../ui/layout/rows";
import classes from "./device-picker.module.css";
import { PickerRows } from "./picker-rows";

type DevicePickerProps = {
	/** In the order in which they are shown. */
	devices: DeviceListRow[];
	chosenIds: string[];
	/** What is wrong with the choice, in words. */
	error?: string;
	onChange: (deviceIds: string[]) => void;
};

/** Devices chosen one by one, or all that a search finds at once. */
export function DevicePicker({ devices, chosenIds, error, onChange }: DevicePickerProps) {
	const [search, setSearch] = useState("");
	const asked = useDeferredValue(search);
	const chosen = useMemo(() => new Set(chosenIds), [chosenIds]);
	const found = useMemo(() => devices.filter((device) => matchesFilter(device, { search: asked })), [devices, asked]);
	const missing = found.filter(({ id }) => !chosen.has(id));
	const held = found.length - missing.length;
	const isNarrowed = asked.trim() !== "";

	const toggle = (deviceId: string) =>
		onChange(chosen.has(deviceId) ? chosenIds.filter((id) => id !== deviceId) : [...chosenIds, deviceId]);
	const addFound = () => onChange([...chosenIds, ...missing.map(({ id }) => id)]);
	const removeFound = () => {
		const foundIds = new Set(found.map(({ id }) => id));
		onChange(chosenIds.filter((id) => !foundIds.has(id)));
	};

	if (devices.length === 0) return <NoRows>There is no device to choose yet.</NoRows>;
	return (
		<div className={classes.picker}>
			<TextInput
				label="Find devices"
				placeholder="Name, serial number, model, site or tag"
				leftSection={<IconSearch size={16} aria-hidden="true" />}
				value={search}
				error={error}
				onChange={(event) => setSearch(event.currentTarget.value)}
				onKeyDown={(event) => {
					// Enter would save a form whose devices are still being looked for.
					if (event.key === "Enter") event.preventDefault();
				}}
			/>
			<div className={classes.bar}>
				<span role="status">
					{chosenIds.length.toLocaleString("en-US")} of {countOf(devices.length, "device")} chosen
				</span>
				<Button variant="default" size="compact-md" disabled={missing.length === 0} onClick={addFound}>
					{isNarrowed ? `Add all ${count(missing.length)} that match` : `Add all ${count(missing.length)}`}
				</Button>
				<Button variant="default" size="compact-md" disabled={held === 0} onClick={removeFound}>
					{isNarrowed ? `Take out ${count(held)} that match` : `Take out all ${count(held)}`}
				</Button>
			</div>
			{found.length === 0 ? (
				<NoRows>No device matches “{asked.trim()}”.</NoRows>
			) : (
				<PickerRows devices={found} chosen={chosen} onToggle={toggle} />
			)}
		</div>
	);
}

function count(number: number): string {
	return number.toLocaleString("en-US");
}
