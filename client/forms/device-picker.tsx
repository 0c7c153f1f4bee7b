import { Checkbox, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { ownValue } from "../../shared/base/own-value";
import { anySearchedTitle, searchedTexts } from "../../shared/base/plain-fields";
import type { DeviceListRow } from "../../shared/device/device";
import { matchesFilter } from "../../shared/device/device-filter";
import { SmallButton } from "../ui/form/buttons";
import layout from "../ui/layout/layouts.module.css";
import { NoRows } from "../ui/layout/rows";
import { t } from "../words/made/forms";
import classes from "./device-picker.module.css";

const rowHeight = 46;

const overscan = 8;

const pageRows = 6;

type DevicePickerProps = {
	devices: DeviceListRow[];
	chosenIds: string[];
	error?: string;
	onChange: (deviceIds: string[]) => void;
};

export function DevicePicker({ devices, chosenIds, error, onChange }: DevicePickerProps) {
	const [search, setSearch] = useState("");
	const requested = useDeferredValue(search);
	const chosen = useMemo(() => new Set(chosenIds), [chosenIds]);
	const found = useMemo(
		() => devices.filter((device) => matchesFilter(device, { search: requested })),
		[devices, requested],
	);
	const missing = found.filter(({ id }) => !chosen.has(id));
	const held = found.length - missing.length;
	const isNarrowed = requested.trim() !== "";

	const toggle = (deviceId: string) =>
		onChange(chosen.has(deviceId) ? chosenIds.filter((id) => id !== deviceId) : [...chosenIds, deviceId]);
	const addFound = () => onChange([...chosenIds, ...missing.map(({ id }) => id)]);
	const removeFound = () => {
		const foundIds = new Set(found.map(({ id }) => id));
		onChange(chosenIds.filter((id) => !foundIds.has(id)));
	};

	if (devices.length === 0) return <NoRows>{t("picker.noDevices")}</NoRows>;
	return (
		<div className={classes.picker}>
			<TextInput
				label={t("picker.find")}
				placeholder={anySearchedTitle}
				leftSection={<IconSearch size={16} aria-hidden="true" />}
				value={search}
				error={error}
				onChange={(event) => setSearch(event.currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === "Enter") event.preventDefault();
				}}
			/>
			<div className={classes.bar}>
				<span role="status">{t("picker.chosen", { count: chosenIds.length, all: devices.length })}</span>
				<SmallButton disabled={missing.length === 0} onClick={addFound}>
					{t(isNarrowed ? "picker.addMatching" : "picker.addAll", { count: missing.length })}
				</SmallButton>
				<SmallButton disabled={held === 0} onClick={removeFound}>
					{t(isNarrowed ? "picker.removeMatching" : "picker.removeAll", { count: held })}
				</SmallButton>
			</div>
			{found.length === 0 ? (
				<NoRows>{t("picker.noMatch", { text: requested.trim() })}</NoRows>
			) : (
				<PickerRows devices={found} chosen={chosen} onToggle={toggle} />
			)}
		</div>
	);
}

type PickerRowsProps = {
	devices: DeviceListRow[];
	chosen: ReadonlySet<string>;
	onToggle: (deviceId: string) => void;
};

/** Renders only rows in view. Arrow keys move among the checkboxes, Tab leaves. */
function PickerRows({ devices, chosen, onToggle }: PickerRowsProps) {
	const scroller = useRef<HTMLDivElement>(null);
	const wanted = useRef<number | null>(null);
	const [active, setActive] = useState(0);
	const virtualizer = useVirtualizer({
		count: devices.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		getItemKey: (index) => devices[index]?.id ?? index,
		overscan,
	});
	const items = virtualizer.getVirtualItems();
	const tabbable = items.some(({ index }) => index === active) ? active : items[0]?.index;

	const move = (event: KeyboardEvent, index: number) => {
		// The target row of the last key may not be rendered yet.
		const target = targetOf(event.key, wanted.current ?? index, devices.length - 1);
		if (target === null) return;
		event.preventDefault();
		wanted.current = target;
		setActive(target);
		virtualizer.scrollToIndex(target);
	};
	const takeFocus = (input: HTMLInputElement | null, index: number) => {
		if (input === null || wanted.current !== index) return;
		wanted.current = null;
		input.focus({ preventScroll: true });
	};

	return (
		<div ref={scroller} className={classes.scroller}>
			<ul
				className={`${layout.plain} ${classes.rows}`}
				style={{ height: virtualizer.getTotalSize() }}
				aria-label={t("picker.list")}
			>
				{items.map(({ index, start }) => {
					const device = devices[index];
					if (device === undefined) return null;
					return (
						<li
							key={device.id}
							className={classes.row}
							style={{ height: rowHeight, transform: `translateY(${start}px)` }}
							aria-setsize={devices.length}
							aria-posinset={index + 1}
						>
							<Checkbox
								ref={(input) => takeFocus(input, index)}
								classNames={{ root: classes.checkbox, body: classes.body, labelWrapper: classes.label }}
								label={device.name}
								description={particulars(device)}
								tabIndex={index === tabbable ? 0 : -1}
								checked={chosen.has(device.id)}
								onFocus={() => setActive(index)}
								onKeyDown={(event) => move(event, index)}
								onChange={() => onToggle(device.id)}
							/>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

function targetOf(key: string, index: number, last: number): number | null {
	const targets: Record<string, number> = {
		ArrowDown: index + 1,
		ArrowUp: index - 1,
		PageDown: index + pageRows,
		PageUp: index - pageRows,
		Home: 0,
		End: last,
	};
	const target = ownValue(targets, key);
	return target === undefined ? null : Math.min(Math.max(target, 0), last);
}

function particulars({ serialNumber, tags = [], ...device }: DeviceListRow): string {
	return [serialNumber, ...searchedTexts.map((text) => device[text]), ...tags].filter(Boolean).join(" · ");
}
