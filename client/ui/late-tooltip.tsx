import { Tooltip, type TooltipProps } from "@mantine/core";
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from "react";

type TargetProps = { ref?: Ref<HTMLElement>; onMouseEnter?: () => void; onMouseLeave?: () => void };

type LateTooltipProps = Pick<TooltipProps, "label" | "multiline"> & { children: ReactElement<TargetProps> };

/** As long as the kit's tooltips wait. */
const openDelayMs = 250;

/**
 * A tooltip of something that takes no focus and stands in every row of a list: until it is pointed at, it costs two
 * handlers instead of the kit's machinery.
 */
export function LateTooltip({ children, ...tooltip }: LateTooltipProps) {
	const target = useRef<HTMLElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const [isWanted, setIsWanted] = useState(false);
	const giveUp = () => clearTimeout(timer.current);
	useEffect(() => () => clearTimeout(timer.current), []);
	return (
		<>
			{cloneElement(children, {
				ref: target,
				onMouseEnter: () => {
					timer.current = setTimeout(() => setIsWanted(true), openDelayMs);
				},
				onMouseLeave: giveUp,
			})}
			{isWanted && <Tooltip target={target} defaultOpened {...tooltip} />}
		</>
	);
}
