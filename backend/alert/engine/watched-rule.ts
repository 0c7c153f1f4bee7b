import { type AlertRule, channelsOf } from "../../../shared/alert/alert-rule";
import { isSilence } from "../../../shared/alert/conditions/no-data";
import { type AlertSeverity, isChosenChannel } from "../../../shared/alert/conditions/terms";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import { derivedKindOf } from "../../../shared/device/derived/registry";
import { isInside, type TimeWindows, windowsOnClock } from "../../../shared/time/time-windows";
import { type Watch, watchOf } from "./conditions/registry";
import type { EngineChannel, EngineDevice } from "./observe";

export type EngineRule = Omit<AlertRule, "schedule"> & {
	/** The hours in which an event can open; null: always. */
	schedule: TimeWindows | null;
	id: string;
	/** Increases with each change that affects evaluation. */
	version: number;
	severity: AlertSeverity;
};

export type Watched = Watch & {
	ruleId: string;
	version: number;
	/** Null: the rule watches the device. */
	channelId: string | null;
	/** A single zero of a counter is false, whichever rule watches it. */
	isCounter: boolean;
	forMs: number;
	clearForMs: number;
	/** The device's logging interval as set; counts until its usual interval is known. */
	settingMs: number;
	/** How long a reading holds after the device's last sign of life, ms; null: the usual interval bounds pauses. */
	holdsMs: number | null;
	/** How far from a reading of a source a value of the derived channel can change, ms; null: the channel is not derived. */
	reachMs: number | null;
	isOpenAt: ((at: number) => boolean) | null;
};

/** Returns [] if the device lacks a limit's field. Throws for an unknown time zone, and for a definition that it cannot compute. */
export function watchedRules(rule: EngineRule, device: EngineDevice): Watched[] {
	const { condition } = rule;
	const [choice] = channelsOf(condition);
	if (choice) {
		return device.channels
			.filter((channel) => isChosenChannel(choice, channel) && !(channel.derived && isSilence(condition)))
			.flatMap((channel) => watchedRule(rule, device, channel) ?? []);
	}
	return [watchedRule(rule, device, null)].flatMap((watched) => watched ?? []);
}

function watchedRule(rule: EngineRule, device: EngineDevice, channel: EngineChannel | null): Watched | null {
	const { condition, severity, clear, schedule } = rule;
	if (channel?.derived) assertComputable(channel.derived);
	const watch = watchOf(condition, { severity, clear, device, channel });
	if (!watch) return null;
	const windows = schedule && windowsOnClock(schedule, device.clock);
	if (windows) isInside(windows, 0);
	return {
		...watch,
		ruleId: rule.id,
		version: rule.version,
		channelId: channel?.id ?? null,
		isCounter: channel?.use !== undefined,
		// A silence deadline already includes the duration.
		forMs: watch.observed.of === "silence" ? 0 : rule.forSeconds * 1000,
		clearForMs: clear.by === "person" ? 0 : clear.clearForSeconds * 1000,
		settingMs: device.loggingIntervalSeconds * 1000,
		holdsMs: device.holdsMs ?? null,
		reachMs: channel?.derived ? reachOf(channel.derived, device) : null,
		isOpenAt: windows && ((at) => isInside(windows, at)),
	};
}

/** A late reading of a counter changes the use of the next one, too. */
function reachOf({ kind, toleranceSeconds }: DerivedDefinition, { loggingIntervalSeconds }: EngineDevice): number {
	return 1000 * (kind === "use" ? 3 * loggingIntervalSeconds : toleranceSeconds);
}

const computable = new WeakSet<DerivedDefinition>();

function assertComputable(definition: DerivedDefinition): void {
	if (computable.has(definition)) return;
	const { error } = derivedKindOf(definition).readOptions(definition.options);
	if (error) throw error;
	computable.add(definition);
}
