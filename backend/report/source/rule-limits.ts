import type { AlertCondition, ConditionKind } from "../../../shared/alert/conditions/registry";
import { type AlertLimit, type ChannelChoice, type Comparison, isBeyond } from "../../../shared/alert/conditions/terms";
import type { Bounds } from "../../../shared/log/limit-spans";
import { limitValue } from "../../alert/engine/conditions/limits";

type LimitOwner = Parameters<typeof limitValue>[1];

const limitKinds = ["threshold", "range", "levels"] as const satisfies ConditionKind[];

export type LimitCondition = Extract<AlertCondition, { kind: (typeof limitKinds)[number] }>;

export function isOfLimits<Condition extends { kind: string }>(
	condition: Condition,
): condition is Condition & LimitCondition {
	return limitKinds.some((kind) => kind === condition.kind);
}

export function limitsIn(condition: LimitCondition): AlertLimit[] {
	if (condition.kind === "levels") return condition.levels.map(({ limit }) => limit);
	return condition.kind === "range" ? [condition.low, condition.high] : [condition.limit];
}

/** Returns the limits beyond which the condition is true. Null: no lower and no upper limit can state it. */
export function boundsOfCondition(condition: LimitCondition, owner: LimitOwner): Bounds | null {
	const { channels } = condition;
	if (condition.kind === "range") {
		if (condition.is === "inside") return null;
		const [min, max] = [limitValue(condition.low, owner), limitValue(condition.high, owner)];
		if (min === null && max === null) return null;
		return min !== null && max !== null && min >= max ? null : { min, max };
	}
	const { comparison } = condition;
	const compared = (limit: AlertLimit) => {
		const value = limitValue(limit, owner);
		return value === null ? null : comparedBounds({ comparison, value, channels });
	};
	if (condition.kind === "threshold") return compared(condition.limit);
	return condition.levels.map(({ limit }) => compared(limit)).reduce(tightest, null);
}

type Compared = { comparison: Comparison; value: number; channels: ChannelChoice };

function comparedBounds({ comparison, value, channels }: Compared): Bounds | null {
	if (channels.quantity === "door") {
		const [isOpenOut, isClosedOut] = [isBeyond(1, comparison, value), isBeyond(0, comparison, value)];
		if (isOpenOut === isClosedOut) return null;
		return isOpenOut ? { min: null, max: 0 } : { min: 1, max: null };
	}
	switch (comparison) {
		case ">":
			return { min: null, max: value };
		case "≥":
			return { min: null, max: value, isMaxOut: true };
		case "<":
			return { min: value, max: null };
		case "≤":
			return { min: value, max: null, isMinOut: true };
		case "≠":
			return { min: value, max: value };
		case "=":
			return null;
	}
}

/** A reading is out of the result if it is out of one of them. Null: without limits. */
export function tightest(one: Bounds | null, other: Bounds | null): Bounds | null {
	if (one === null || other === null) return one ?? other;
	const [min, max] = [tighter(one.min, other.min, Math.max), tighter(one.max, other.max, Math.min)];
	const isMinOut = [one, other].some((each) => each.isMinOut === true && each.min === min);
	const isMaxOut = [one, other].some((each) => each.isMaxOut === true && each.max === max);
	return { min, max, ...(isMinOut && { isMinOut }), ...(isMaxOut && { isMaxOut }) };
}

function tighter(one: Bounds["min"], other: Bounds["min"], choose: (a: number, b: number) => number): number | null {
	if (one == null || other == null) return one ?? other ?? null;
	return choose(one, other);
}
