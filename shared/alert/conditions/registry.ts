import type * as z from "zod/mini";
import { battery, clockDrift, signal } from "./device-facts";
import { levels, range, threshold } from "./limits";
import { rate, stuck } from "./movement";
import { noData } from "./no-data";
import { repeated } from "./repeated";
import { statistic } from "./statistic";
import { oneOf } from "./terms";
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

type Schemas = { [Kind in ConditionKind]: (typeof conditionKinds)[Kind]["schema"] };

const schemas = Object.fromEntries(
	Object.entries(conditionKinds).map(([kind, { schema }]) => [kind, schema]),
) as Schemas;

export const AlertCondition = oneOf("kind", schemas);
export type AlertCondition = z.infer<typeof AlertCondition>;

export type ConditionOf<Kind extends ConditionKind> = Extract<AlertCondition, { kind: Kind }>;

/** Throws Error for an unknown kind, so that it is never taken for another. */
export function ofKind<Kind extends ConditionKind, Held>(registry: { [Each in Kind]: Held }, kind: Kind): Held {
	if (!Object.hasOwn(registry, kind)) throw new Error(`Unknown kind of condition: ${kind}`);
	return registry[kind];
}

export function conditionModuleOf({
	kind,
}: Pick<AlertCondition, "kind">): ConditionModule<z.ZodMiniType<AlertCondition>> {
	return ofKind<ConditionKind, ConditionModule<z.ZodMiniType<AlertCondition>>>(conditionKinds, kind);
}
