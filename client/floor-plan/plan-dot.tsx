import { type KeyboardEvent, memo, type PointerEvent } from "react";
import type { DotState } from "../../shared/device/plan-dot";
import type { CriterionState } from "../../shared/report/study-view";
import { t } from "../words/made/floor-plans";
import classes from "./floor-plans.module.css";
import { percentOf } from "./plan-dots";

export type DotHandlers = {
	onPoint: (deviceId: string | null) => void;
	onFocus: (deviceId: string) => void;
	onKey: (deviceId: string, event: KeyboardEvent<HTMLButtonElement>) => void;
	onGrab: (deviceId: string, event: PointerEvent<HTMLButtonElement>) => void;
	onPress: (deviceId: string) => void;
};

export type ShownState = DotState | CriterionState | "past" | "none";

type PlanDotProps = {
	deviceId: string;
	name: string;
	state: ShownState;
	value: string;
	age: string;
	x: number;
	y: number;
	isStop: boolean;
	isPicked: boolean;
	isPointed: boolean;
	hasValue: boolean;
	/** Above others, so that no value covers its own. */
	isNamed?: boolean | undefined;
	handlers: DotHandlers;
};

/** Takes plain values only, so that a change of one device renders one dot. */
export const PlanDot = memo(function PlanDot(props: PlanDotProps) {
	const { deviceId, name, state, value, age, x, y, handlers } = props;
	const stateText = t(`state.${state}`);
	return (
		<button
			type="button"
			className={classes.dot}
			data-device={deviceId}
			data-state={state}
			data-at-end={percentOf(x) > 78 || undefined}
			data-picked={props.isPicked || undefined}
			data-pointed={props.isPointed || undefined}
			data-named={props.isNamed || undefined}
			style={{ left: `${percentOf(x)}%`, top: `${percentOf(y)}%` }}
			tabIndex={props.isStop ? 0 : -1}
			aria-label={[name, stateText, `${value} ${age}`.trim()].filter(Boolean).join(", ")}
			onPointerEnter={() => handlers.onPoint(deviceId)}
			onPointerLeave={() => handlers.onPoint(null)}
			onPointerDown={(event) => handlers.onGrab(deviceId, event)}
			onFocus={() => handlers.onFocus(deviceId)}
			onKeyDown={(event) => handlers.onKey(deviceId, event)}
			onClick={() => handlers.onPress(deviceId)}
		>
			<span className={classes.shape} aria-hidden="true" />
			{props.hasValue && value !== "" && (
				<span className={classes.value} aria-hidden="true">
					<span>{value} </span>
					{age !== "" && <small>{age}</small>}
				</span>
			)}
		</button>
	);
});
