import type * as z from "zod/mini";
import { battery, clockDrift, signal } from "./device-facts";
import { levels, range, threshold } from "./limits";
import { rate, stuck } from "./movement";
import { noData } from "./no-data";
import { repeated } from "./repeated";
import { sensorFault } from "./sensor-fault";
import { statistic } from "./statistic";
import { type ChannelChoice, oneOf } from "./terms";
import type { ConditionModule } from "./words";

/** The engine and the form have registries of their own with the same names. */
const conditionKinds = {
	threshold,
	range,
	levels,
	rate,
	stuck,
	statistic,
	repeated,
	noData,
	battery,
	signal,
	clockDrift,
};

export type ConditionKind = keyof typeof conditionKinds;

type ChannelField<Condition> = Condition extends unknown
	? { [Field in keyof Condition]-?: ChannelChoice extends Condition[Field] ? Field : never }[keyof Condition]
	: never;

/** Read one channel, which `each-kind.test.ts` does not notice: `fault-rules.ts`, `test-alert.ts`, `alert-watch.ts`, `undo-import.ts`. */
type OfOneChannel<Condition, _Field extends "channels"> = Condition;

const eventKinds = { ...conditionKinds, sensorFault };

type Schemas<Kinds extends Record<string, { schema: z.ZodMiniType }>> = {
	[Kind in keyof Kinds]: Kinds[Kind]["schema"];
};

function schemasOf<Kinds extends Record<string, { schema: z.ZodMiniType }>>(kinds: Kinds): Schemas<Kinds> {
	const schemas = Object.entries(kinds).map(([kind, { schema }]) => [kind, schema]);
	return Object.fromEntries(schemas) as Schemas<Kinds>; // the same keys
}

export const AlertCondition = oneOf("kind", schemasOf(conditionKinds));
type Conditions = z.infer<typeof AlertCondition>;
export type AlertCondition = OfOneChannel<Conditions, ChannelField<Conditions>>;

/** The condition of an event: its rule's, or one that only the product makes. */
export const EventCondition = oneOf("kind", schemasOf(eventKinds));
export type EventCondition = z.infer<typeof EventCondition>;
export type EventKind = keyof typeof eventKinds;

export type ConditionOf<Kind extends ConditionKind> = Extract<AlertCondition, { kind: Kind }>;

/** Throws Error for an unknown kind, so that it is never taken for another. */
export function ofKind<Kind extends EventKind, Held>(registry: { [Each in Kind]: Held }, kind: Kind): Held {
	if (!Object.hasOwn(registry, kind)) throw new Error(`Unknown kind of condition: ${kind}`);
	return registry[kind];
}

export function conditionModuleOf({
	kind,
}: Pick<EventCondition, "kind">): ConditionModule<z.ZodMiniType<EventCondition>> {
	return ofKind<EventKind, ConditionModule<z.ZodMiniType<EventCondition>>>(eventKinds, kind);
}

/** Null for a condition that no rule can have. */
export function ruleConditionOf(condition: EventCondition | null): AlertCondition | null {
	return condition?.kind === "sensorFault" ? null : condition;
}
