import type { TooltipProps } from "@mantine/core";
import {
	type ComponentType,
	cloneElement,
	type FocusEvent,
	lazy,
	type PointerEvent,
	type ReactElement,
	type Ref,
	type RefObject,
	Suspense,
	useEffect,
	useId,
	useRef,
	useState,
} from "react";

const openDelayMs = 250;

async function loadTooltip(): Promise<{ default: ComponentType<TooltipProps> }> {
	try {
		return { default: (await import("./mantine-tooltip")).MantineTooltip };
	} catch {
		// The target works without a tooltip; the watch for new versions has recorded the failure.
		return { default: ({ children }) => children };
	}
}
const MantineTooltip = lazy(loadTooltip);

type Timer = ReturnType<typeof setTimeout> | undefined;
type TargetProps = { ref?: Ref<HTMLElement>; onMouseEnter?: () => void; onMouseLeave?: () => void };

type LazyTooltipProps = Pick<TooltipProps, "label" | "multiline" | "w"> & { children: ReactElement<TargetProps> };

/** Costs two handlers until the pointer enters, so for targets without focus on every screen or in every row. */
export function LazyTooltip({ children, ...tooltip }: LazyTooltipProps) {
	const target = useRef<HTMLElement>(null);
	const timer = useRef<Timer>(undefined);
	const [isWanted, setIsWanted] = useState(false);
	const wait = () => {
		const mine = setTimeout(async () => {
			await loadTooltip();
			// The pointer may have left before the code arrived.
			if (timer.current === mine) setIsWanted(true);
		}, openDelayMs);
		timer.current = mine;
	};
	useEffect(() => () => stop(timer), []);
	return (
		<>
			{cloneElement(children, { ref: target, onMouseEnter: wait, onMouseLeave: () => stop(timer) })}
			{isWanted && (
				<Suspense>
					<MantineTooltip target={target} defaultOpened {...tooltip} />
				</Suspense>
			)}
		</>
	);
}

function stop(timer: RefObject<Timer>): void {
	clearTimeout(timer.current);
	timer.current = undefined;
}

type FocusTargetProps = Pick<TargetProps, "ref"> & {
	onPointerEnter?: (event: PointerEvent) => void;
	onPointerLeave?: (event: PointerEvent) => void;
	onPointerUp?: (event: PointerEvent) => void;
	onFocus?: (event: FocusEvent<HTMLElement>) => void;
	onBlur?: () => void;
	"aria-describedby"?: string | undefined;
};
type LateFocusTooltipProps = Pick<TooltipProps, "label" | "position" | "multiline" | "portalProps"> & {
	children: ReactElement<FocusTargetProps>;
};

/** Focus opens it too. The target is its sibling: inside Mantine's tooltip it would mount again and lose the focus. */
export function LateFocusTooltip({ children, label, ...tooltip }: LateFocusTooltipProps) {
	const id = useId();
	const target = useRef<HTMLElement>(null);
	const timer = useRef<Timer>(undefined);
	/** Each opening by focus mounts a new tooltip, because Mantine receives no focus events of a sibling. */
	const [opening, setOpening] = useState(0);
	const open = (delayMs: number) => {
		stop(timer);
		const mine = setTimeout(async () => {
			await loadTooltip();
			if (timer.current === mine) setOpening((count) => count + 1);
		}, delayMs);
		timer.current = mine;
	};
	useEffect(() => () => stop(timer), []);
	const isHere = opening > 0;
	return (
		<>
			{cloneElement(children, {
				ref: target,
				"aria-describedby": isHere ? id : undefined,
				// Once loaded, Mantine follows the pointer by itself.
				onPointerEnter: ({ pointerType }) => !isHere && pointerType !== "touch" && open(openDelayMs),
				// A touch leaves at once, but its tap opens the tooltip.
				onPointerLeave: ({ pointerType }) => pointerType !== "touch" && stop(timer),
				onPointerUp: ({ pointerType }) => !isHere && pointerType === "touch" && open(0),
				onFocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && open(0),
				onBlur: () => {
					stop(timer);
					setOpening(0);
				},
			})}
			{isHere && (
				<Suspense>
					<MantineTooltip key={opening} target={target} defaultOpened label={<div id={id}>{label}</div>} {...tooltip} />
				</Suspense>
			)}
		</>
	);
}
