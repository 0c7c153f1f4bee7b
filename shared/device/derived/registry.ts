import { errorKey } from "../../base/error-key";
import { appendAll } from "../../base/lists";
import { quantityInSentence } from "../../formats/quantity-titles";
import { quantities } from "../../formats/units";
import type { Channel } from "../device";
import type { Derivation, DerivedDefinition, DerivedKind, DerivedSource } from "./definition";
import { type Formula, formulaMessage, formulaText } from "./formula";
import { type Circumstances, type DerivedKindModule, type DerivedRole, isFitting, isOfOneDimension } from "./kind";
import { absoluteHumidity } from "./kinds/absolute-humidity";
import { dewPoint, frostPoint } from "./kinds/dew-point";
import { difference } from "./kinds/difference";
import { heatIndex } from "./kinds/heat-index";
import { linear } from "./kinds/linear";
import { highest, lowest, mean, sum } from "./kinds/several";
import { use } from "./kinds/use";
import { vaporPressureDeficit } from "./kinds/vapor-pressure-deficit";
import { wetBulb } from "./kinds/wet-bulb";

export const derivedKinds: { [Kind in DerivedKind]: DerivedKindModule } = {
	dewPoint,
	frostPoint,
	wetBulb,
	heatIndex,
	absoluteHumidity,
	vaporPressureDeficit,
	difference,
	sum,
	mean,
	lowest,
	highest,
	linear,
	use,
};

/** Throws Error for an unknown kind, so that it is never taken for another. */
export function derivedKindOf({ kind }: Pick<DerivedDefinition, "kind">): DerivedKindModule {
	if (!Object.hasOwn(derivedKinds, kind)) throw new Error(`Unknown kind of derived channel: ${kind}`);
	return derivedKinds[kind];
}

export function derivationOf(definition: DerivedDefinition, circumstances: Circumstances): Derivation {
	return derivedKindOf(definition).derivation(definition, circumstances);
}

export function formulaOf(definition: DerivedDefinition, nameOf: (channelId: string) => string): Formula {
	const names = definition.sources.map(({ channelId }) => nameOf(channelId));
	return derivedKindOf(definition).formula(names, definition.options);
}

export function pairedFormula(definition: DerivedDefinition, nameOf: (channelId: string) => string): Formula {
	const { sources, driver, toleranceSeconds: seconds } = definition;
	const formula = formulaOf(definition, nameOf);
	return sources.length < 2 ? formula : [...formula, formulaMessage("pairing", { driver: nameOf(driver), seconds })];
}

export function definitionText(definition: DerivedDefinition, nameOf: (channelId: string) => string): string {
	return formulaText(pairedFormula(definition, nameOf));
}

type Candidate = Pick<Channel, "id" | "quantity" | "unit" | "decimals" | "derived">;

/** Error by dotted path within the definition. `candidates`: all channels of the device. */
export function definitionProblems(
	definition: DerivedDefinition,
	candidates: readonly Candidate[],
): Record<string, string> {
	const { readOptions, roles, problem } = derivedKindOf(definition);
	const problems: Record<string, string> = {};
	for (const issue of readOptions(definition.options).error?.issues ?? [])
		problems[`options.${issue.path.join(".")}`] ??= issue.message;
	const found = definition.sources.map(({ channelId }) => candidates.find(({ id }) => id === channelId));
	const used = new Set<string>();
	for (const [index, source] of definition.sources.entries()) {
		const channel = found[index];
		const role = roles.find(({ name }) => name === source.role);
		const message = sourceProblem(channel, { role, first: found[0], isUsed: used.has(source.channelId) });
		if (message !== null) problems[`sources.${index}`] = message;
		used.add(source.channelId);
	}
	let position = 0;
	for (const { name, label, isOptional, count = { least: 1, most: 1 } } of roles) {
		let given = 0;
		while (definition.sources[position + given]?.role === name) given += 1;
		if (given < (isOptional ? 0 : count.least))
			problems[`sources.${position + given}`] ??= errorKey("derived.role", { role: label });
		if (given > count.most)
			problems[`sources.${position + count.most}`] ??= errorKey("channel.tooMany", { most: count.most });
		position += given;
	}
	if (position < definition.sources.length) problems[`sources.${position}`] ??= errorKey("derived.notNeeded");
	if (!used.has(definition.driver)) problems.driver = errorKey("derived.driver");
	const sources = found.filter((channel) => channel !== undefined);
	const whole = Object.keys(problems).length === 0 ? (problem?.(sources) ?? null) : null;
	return whole === null ? problems : { "sources.0": whole };
}

type SourceUse = { role: DerivedRole | undefined; first: Candidate | undefined; isUsed: boolean };

function sourceProblem(channel: Candidate | undefined, { role, first, isUsed }: SourceUse): string | null {
	if (!channel) return errorKey("derived.ofDevice");
	if (!role) return errorKey("derived.notNeeded");
	if (channel.derived) return errorKey("derived.notDerived");
	if (isUsed) return errorKey("derived.once");
	if (!isFitting(role, channel)) return neededText(role);
	if (role.dimension === undefined && first && !isOfOneDimension(channel.unit, first.unit))
		return unitProblem(channel.unit, first.unit);
	return null;
}

function unitProblem(unit: string, other: string): string {
	if (unit === "") return errorKey("derived.unit.none", { other });
	return other === "" ? errorKey("derived.unit.toNone", { unit }) : errorKey("derived.unit", { unit, other });
}

function neededText({ quantity = "other", unit = quantities[quantity].unit }: DerivedRole): string {
	return errorKey("derived.quantity", { quantity: quantityInSentence(quantity), unit });
}

/** The first channels that fit each required role. Null: the device's channels do not allow the kind. */
export function proposedSources(kind: DerivedKind, candidates: readonly Candidate[]): DerivedSource[] | null {
	const sent = candidates.filter(({ derived }) => !derived);
	for (const first of sent) {
		const found = sourcesWith(first, kind, sent);
		if (found) return found;
	}
	return null;
}

function sourcesWith(first: Candidate, kind: DerivedKind, sent: readonly Candidate[]): DerivedSource[] | null {
	const { roles, problem } = derivedKindOf({ kind });
	const alike = [first, ...sent.filter((other) => other !== first && isOfOneDimension(other.unit, first.unit))];
	const chosen: (Candidate & { role: string })[] = [];
	for (const role of roles.filter(({ isOptional }) => !isOptional)) {
		const fitting = (role.dimension === undefined ? alike : sent).filter((channel) => {
			return isFitting(role, channel) && !chosen.some(({ id }) => id === channel.id);
		});
		const needed = fitting.slice(0, role.count?.least ?? 1);
		if (needed.length < (role.count?.least ?? 1)) return null;
		appendAll(
			chosen,
			needed.map((channel) => ({ ...channel, role: role.name })),
		);
	}
	return (problem?.(chosen) ?? null) === null ? chosen.map(({ role, id }) => ({ role, channelId: id })) : null;
}
