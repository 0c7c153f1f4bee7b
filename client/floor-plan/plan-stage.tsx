import { Button } from "@mantine/core";
import { useElementSize, useMergedRef } from "@mantine/hooks";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import {
	type KeyboardEvent,
	memo,
	type PointerEvent,
	type RefObject,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { attachmentUrl } from "../../shared/base/attachment";
import type { FloorPlan, FloorPlanPosition } from "../../shared/device/floor-plan";
import { IconButton } from "../ui/form/icon-button";
import { t } from "../words/made/floor-plans";
import classes from "./floor-plans.module.css";
import { type DotHandlers, PlanDot, type ShownState } from "./plan-dot";
import { hasRoomForValues, movedByKey, nextByKey, positionAt } from "./plan-dots";

export type ShownDot = FloorPlanPosition & {
	deviceId: string;
	name: string;
	state: ShownState;
	value: string;
	age: string;
	/** Its value shows even where those of all dots have no room. */
	isNamed?: boolean;
};

type PlanStageProps = {
	plan: FloorPlan;
	/** Dots in the order of the keyboard. */
	dots: readonly ShownDot[];
	pointedId: string | null;
	/** The device that arrow keys move. */
	pickedId: string | null;
	isMoving: boolean;
	sheet: RefObject<HTMLDivElement | null>;
	onPoint: (deviceId: string) => void;
	/** Absent: devices stay where they are. */
	onPick?: (deviceId: string | null) => void;
	onMove?: (deviceId: string, position: FloorPlanPosition) => void;
	onOff?: (deviceId: string) => void;
};

const zooms = [1, 1.5, 2, 3, 4, 6] as const;
/** A press that moves less stays a press. CSS pixels. */
const leastDrag = 4;

export function PlanStage(props: PlanStageProps) {
	const { plan, dots, pointedId, pickedId, isMoving } = props;
	const [zoom, setZoom] = useState(0);
	const [stopId, setStopId] = useState<string | null>(null);
	const { ref: sizeRef, width } = useElementSize<HTMLElement>();
	const scroller = useRef<HTMLElement>(null);
	const scrollerRef = useMergedRef(scroller, sizeRef);
	const factor = zooms[zoom] ?? 1;
	const [shown, setShown] = useState(factor);
	const size = { width: width * factor, height: (width * factor * plan.height) / plan.width };
	const hasValues = hasRoomForValues(dots.length, size);
	const stop = dots.some(({ deviceId }) => deviceId === stopId) ? stopId : (dots[0]?.deviceId ?? null);
	const [picked, setPicked] = useState<FloorPlanPosition | null>(null);

	// The middle stays in the middle.
	useEffect(() => {
		const view = scroller.current;
		if (!view || shown === factor) return;
		const grown = factor / shown;
		view.scrollLeft = (view.scrollLeft + view.clientWidth / 2) * grown - view.clientWidth / 2;
		view.scrollTop = (view.scrollTop + view.clientHeight / 2) * grown - view.clientHeight / 2;
		setShown(factor);
	}, [factor, shown]);

	const state = useRef({ ...props, picked, dots });
	useEffect(() => {
		state.current = { ...props, picked, dots };
	});
	const handlers = useMemo<DotHandlers>(() => {
		const dotOf = (deviceId: string) => state.current.dots.find((dot) => dot.deviceId === deviceId);
		const release = (deviceId: string, position: FloorPlanPosition | null) => {
			setPicked(null);
			state.current.onPick?.(null);
			if (position) state.current.onMove?.(deviceId, position);
		};
		const walk = (deviceId: string, event: KeyboardEvent<HTMLButtonElement>) => {
			const all = state.current.dots;
			const next = nextByKey(
				all.findIndex((dot) => dot.deviceId === deviceId),
				all.length,
				event.key,
			);
			if (next === null) return;
			event.preventDefault();
			const id = all[next]?.deviceId;
			if (id) focusDot(state.current.sheet.current, id);
		};
		return {
			onPoint: (deviceId) => deviceId !== null && state.current.onPoint(deviceId),
			onFocus: (deviceId) => {
				setStopId(deviceId);
				state.current.onPoint(deviceId);
				if (state.current.pickedId !== null && state.current.pickedId !== deviceId) release(deviceId, null);
			},
			onPress: (deviceId) => state.current.onPoint(deviceId),
			onKey: (deviceId, event) => {
				const { pickedId: pickedNow, isMoving: mayMove, picked: at, onPick, onOff } = state.current;
				if (!mayMove) return walk(deviceId, event);
				const isPicked = pickedNow === deviceId;
				if (event.key === "Enter" || event.key === " ") {
					event.preventDefault();
					if (isPicked) return release(deviceId, at);
					setPicked(dotOf(deviceId) ?? null);
					return onPick?.(deviceId);
				}
				if (event.key === "Delete") {
					event.preventDefault();
					return onOff?.(deviceId);
				}
				if (!isPicked) return walk(deviceId, event);
				if (event.key === "Escape") {
					event.stopPropagation();
					return release(deviceId, null);
				}
				const from = at ?? dotOf(deviceId);
				const moved = from ? movedByKey(from, event.key, event.shiftKey) : null;
				if (!moved) return;
				event.preventDefault();
				setPicked(moved);
			},
			onGrab: (deviceId, event) => {
				if (!state.current.isMoving || event.button !== 0) return;
				const dot = event.currentTarget;
				dragDot(event, { dot, sheet: state.current.sheet.current }, (position) =>
					state.current.onMove?.(deviceId, position),
				);
			},
		};
	}, []);

	return (
		<div className={classes.stage}>
			<section
				ref={scrollerRef}
				className={classes.scroller}
				aria-label={t("plan.region", { plan: plan.name })}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs the keyboard.
				tabIndex={0}
				onPointerDown={panWithMouse}
			>
				<div
					ref={props.sheet}
					className={classes.sheet}
					style={{ width: size.width, height: size.height }}
					data-moving={isMoving || undefined}
				>
					<img
						className={classes.picture}
						src={attachmentUrl(plan.attachmentId)}
						alt={plan.altText}
						width={plan.width}
						height={plan.height}
						draggable={false}
					/>
					{dots.map((dot) => {
						const isPicked = dot.deviceId === pickedId;
						const at = isPicked && picked ? picked : dot;
						return (
							<PlanDot
								key={dot.deviceId}
								deviceId={dot.deviceId}
								name={dot.name}
								state={dot.state}
								value={dot.value}
								age={dot.age}
								x={at.x}
								y={at.y}
								isStop={dot.deviceId === stop}
								isPicked={isPicked}
								isPointed={dot.deviceId === pointedId}
								isNamed={dot.isNamed}
								hasValue={hasValues || dot.isNamed === true || dot.deviceId === pointedId}
								handlers={handlers}
							/>
						);
					})}
				</div>
			</section>
			<ZoomBar zoom={zoom} onZoom={setZoom} />
		</div>
	);
}

type ZoomBarProps = { zoom: number; onZoom: (zoom: number) => void };

const ZoomBar = memo(function ZoomBar({ zoom, onZoom }: ZoomBarProps) {
	return (
		<div className={classes.zoom}>
			<IconButton
				label={t("zoom.in")}
				icon={<IconPlus size={18} stroke={1.7} />}
				disabled={zoom === zooms.length - 1}
				onClick={() => onZoom(Math.min(zooms.length - 1, zoom + 1))}
			/>
			<IconButton
				label={t("zoom.out")}
				icon={<IconMinus size={18} stroke={1.7} />}
				disabled={zoom === 0}
				onClick={() => onZoom(Math.max(0, zoom - 1))}
			/>
			<Button variant="subtle" size="compact-sm" disabled={zoom === 0} onClick={() => onZoom(0)}>
				{t("zoom.whole")}
			</Button>
		</div>
	);
});

export function focusDot(sheet: HTMLElement | null, deviceId: string): void {
	sheet?.querySelector<HTMLElement>(`[data-device="${CSS.escape(deviceId)}"]`)?.focus();
}

type Dragged = { dot: HTMLElement; sheet: HTMLElement | null };

/** Follows the pointer without a render. Released beside the plan, the dot goes back. */
function dragDot(event: PointerEvent, { dot, sheet }: Dragged, onDrop: (position: FloorPlanPosition) => void): void {
	if (!sheet) return;
	event.stopPropagation();
	const start = { x: event.clientX, y: event.clientY };
	const box = dot.getBoundingClientRect();
	const held = { x: box.left + box.width / 2 - start.x, y: box.top + box.height / 2 - start.y };
	const stopped = new AbortController();
	let isDragged = false;
	dot.setPointerCapture(event.pointerId);
	const end = () => {
		stopped.abort();
		dot.style.translate = "";
		delete dot.dataset.dragged;
	};
	const { signal } = stopped;
	dot.addEventListener(
		"pointermove",
		({ clientX, clientY }) => {
			const [across, down] = [clientX - start.x, clientY - start.y];
			isDragged ||= Math.hypot(across, down) >= leastDrag;
			if (!isDragged) return;
			dot.dataset.dragged = "";
			dot.style.translate = `${across}px ${down}px`;
		},
		{ signal },
	);
	dot.addEventListener(
		"pointerup",
		({ clientX, clientY }) => {
			const at = { x: clientX + held.x, y: clientY + held.y };
			const position = isDragged ? positionAt(at, sheet.getBoundingClientRect()) : null;
			end();
			if (position) onDrop(position);
		},
		{ signal },
	);
	dot.addEventListener("pointercancel", end, { signal });
	dot.addEventListener("keydown", ({ key }) => key === "Escape" && end(), { signal });
}

/** A finger scrolls by itself. */
function panWithMouse(event: PointerEvent<HTMLElement>): void {
	const view = event.currentTarget;
	const isOnDot = event.target instanceof Element && event.target.closest("button") !== null;
	if (event.pointerType !== "mouse" || event.button !== 0 || isOnDot) return;
	const start = { x: event.clientX + view.scrollLeft, y: event.clientY + view.scrollTop };
	const stopped = new AbortController();
	view.setPointerCapture(event.pointerId);
	const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
		view.scrollLeft = start.x - clientX;
		view.scrollTop = start.y - clientY;
	};
	view.addEventListener("pointermove", move, { signal: stopped.signal });
	for (const name of ["pointerup", "pointercancel"]) view.addEventListener(name, () => stopped.abort(), stopped);
}
