import type { TooltipProps } from "@mantine/core";
import {
	type ComponentType,
	cloneElement,
	lazy,
	type ReactElement,
	type Ref,
	type RefObject,
	Suspense,
	useEffect,
	useRef,
	useState,
} from "react";

/** As long as the kit's tooltips wait. */
const openDelayMs = 250;

async function loadTooltip(): Promise<{ default: ComponentType<TooltipProps> }> {
	try {
		return { default: (await import("./kit-tooltip")).KitTooltip };
	} catch {
		// What it explains stands without it; the watch for new versions has heard of the failure.
		return { default: ({ children }) => children };
	}
}
const KitTooltip = lazy(loadTooltip);

type Timer = ReturnType<typeof setTimeout> | undefined;
type TargetProps = { ref?: Ref<HTMLElement>; onMouseEnter?: () => void; onMouseLeave?: () => void };

type LateTooltipProps = Pick<TooltipProps, "label" | "multiline" | "w"> & { children: ReactElement<TargetProps> };

/**
 * A tooltip of something that takes no focus and stands on every screen, or in every row of a list: until it is pointed
 * at, it costs two handlers instead of the kit's machinery.
 */
export function LateTooltip({ children, ...tooltip }: LateTooltipProps) {
	const target = useRef<HTMLElement>(null);
	const timer = useRef<Timer>(undefined);
	const [isWanted, setIsWanted] = useState(false);
	const wait = () => {
		const mine = setTimeout(async () => {
			await loadTooltip();
			// The pointer may have gone on before the code came.
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
					<KitTooltip target={target} defaultOpened {...tooltip} />
				</Suspense>
			)}
		</>
	);
}

function stop(timer: RefObject<Timer>): void {
	clearTimeout(timer.current);
	timer.current = undefined;
}

type LateFocusTooltipProps = Pick<TooltipProps, "label" | "position" | "multiline" | "portalProps"> & {
	children: ReactElement;
};

/** A tooltip of something that takes the focus, which opens it too; until its code is there, the thing stands alone. */
export function LateFocusTooltip({ children, ...tooltip }: LateFocusTooltipProps) {
	return (
		<Suspense fallback={children}>
			<KitTooltip {...tooltip}>{children}</KitTooltip>
		</Suspense>
	);
}
