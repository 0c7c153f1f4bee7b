import { Button, TextInput } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import { memo, type PointerEvent, type RefObject, useState } from "react";
import type { DeviceListRow } from "../../../shared/device/device";
import type { FloorPlanPosition } from "../../../shared/device/floor-plan";
import classes from "../../floor-plan/floor-plans.module.css";
import { positionAt } from "../../floor-plan/plan-dots";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { t } from "../../words/made/floor-plans";

const shownAtFirst = 30;

type UnplacedListProps = {
	devices: readonly DeviceListRow[];
	isMoving: boolean;
	sheet: RefObject<HTMLDivElement | null>;
	/** `position` null: in the middle, to be moved by keys. */
	onPlace: (device: DeviceListRow, position: FloorPlanPosition | null) => void;
};

/** Not drawn again while the pointer or focus moves over the plan. */
export const UnplacedList = memo(function UnplacedList({ devices, isMoving, sheet, onPlace }: UnplacedListProps) {
	const [sought, setSought] = useState("");
	const [count, setCount] = useState(shownAtFirst);
	const wanted = sought.trim().toLowerCase();
	const found = devices.filter(({ name }) => name.toLowerCase().includes(wanted));
	const shown = found.slice(0, count);
	return (
		<Card title={t("beside")} note={t("beside.count", { count: devices.length })}>
			{devices.length > shownAtFirst && (
				<div className={classes.time}>
					<TextInput
						label={t("beside.search")}
						value={sought}
						onChange={({ currentTarget }) => setSought(currentTarget.value)}
					/>
				</div>
			)}
			{shown.length === 0 ? (
				<NoRows>{devices.length === 0 ? t("beside.none") : t("beside.noMatch")}</NoRows>
			) : (
				<ul className={`${layout.plain} ${classes.list}`}>
					{shown.map((device) => (
						<li key={device.id}>
							<span>
								<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }}>
									{device.name}
								</TextLink>
							</span>
							{isMoving && (
								<Button
									variant="default"
									size="compact-md"
									data-draggable
									leftSection={<IconGripVertical size={16} aria-hidden />}
									aria-label={t("beside.place.name", { device: device.name })}
									onClick={() => onPlace(device, null)}
									onPointerDown={(event) => dragOnto(event, sheet.current, (position) => onPlace(device, position))}
								>
									{t("beside.place")}
								</Button>
							)}
						</li>
					))}
				</ul>
			)}
			{found.length > count && (
				<Button variant="subtle" onClick={() => setCount(count + 100)}>
					{t("beside.more", { count: Math.min(100, found.length - count) })}
				</Button>
			)}
		</Card>
	);
});

const leastDrag = 4;

/** A press without a movement stays a press. */
function dragOnto(
	event: PointerEvent<HTMLButtonElement>,
	sheet: HTMLElement | null,
	onDrop: (position: FloorPlanPosition) => void,
): void {
	if (event.button !== 0 || !sheet) return;
	const handle: HTMLElement = event.currentTarget;
	const start = { x: event.clientX, y: event.clientY };
	const stopped = new AbortController();
	let isDragged = false;
	handle.setPointerCapture(event.pointerId);
	const end = () => {
		stopped.abort();
		handle.style.translate = "";
	};
	handle.addEventListener(
		"pointermove",
		({ clientX, clientY }) => {
			isDragged ||= Math.hypot(clientX - start.x, clientY - start.y) >= leastDrag;
			if (isDragged) handle.style.translate = `${clientX - start.x}px ${clientY - start.y}px`;
		},
		{ signal: stopped.signal },
	);
	handle.addEventListener(
		"pointerup",
		({ clientX, clientY }) => {
			end();
			if (!isDragged) return;
			handle.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
			const view = sheet.parentElement?.getBoundingClientRect();
			const isSeen = view && positionAt({ x: clientX, y: clientY }, view) !== null;
			const position = isSeen ? positionAt({ x: clientX, y: clientY }, sheet.getBoundingClientRect()) : null;
			if (position) onDrop(position);
		},
		{ signal: stopped.signal },
	);
	handle.addEventListener("pointercancel", end, { signal: stopped.signal });
}
