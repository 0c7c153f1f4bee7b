import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useRef, useState } from "react";
import type { DeviceListRow } from "../../../shared/device";
import classes from "./device-picker.module.css";

const rowHeight = 46;
const overscan = 8;
/** What Page up and Page down pass. */
const pageRows = 6;

type PickerRowsProps = {
	devices: DeviceListRow[];
	chosen: ReadonlySet<string>;
	onToggle: (deviceId: string) => void;
};

/** One checkbox for each device, of which only those near the window are drawn. Arrows walk, Tab passes by. */
export function PickerRows({ devices, chosen, onToggle }: PickerRowsProps) {
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
	// The list stays in the order of Tab when the row that was last there is scrolled away.
	const tabbable = items.some(({ index }) => index === active) ? active : items[0]?.index;

	const move = (event: KeyboardEvent, index: number) => {
		const target = targetOf(event.key, index, devices.length - 1);
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
			<ul className={classes.rows} style={{ height: virtualizer.getTotalSize() }} aria-label="Devices to choose from">
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
	const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
	return target === undefined ? null : Math.min(Math.max(target, 0), last);
}

function particulars({ serialNumber, model, site, tags = [] }: DeviceListRow): string {
	return [serialNumber, site, model, ...tags].filter(Boolean).join(" · ");
}
