import { ownSeverities } from "../../shared/alert/alert-rule";
import type { EventCondition } from "../../shared/alert/conditions/registry";
import { sensorFaultName } from "../../shared/alert/conditions/sensor-fault";
import { severityRank } from "../../shared/alert/conditions/terms";
import type { AlertRow } from "../db/alert-rows";
import type { DeviceRules } from "./device-rules";
import { sensorFaultId } from "./engine/run-state";
import type { FaultRuleOf } from "./engine/sensor-faults";
import type { Watched } from "./engine/watched-rule";

/** The rule of a sensor fault's event, built from a stored one. No stored rule has its condition or version 0. */
export type SensorFaultRow = Pick<AlertRow, "id" | "name"> & {
	rule: { condition: EventCondition; forSeconds: number };
};

export type FaultRules = {
	ruleOf: FaultRuleOf;
	rowOf(ruleId: string, channelId: string | null): SensorFaultRow | null;
};

export const noFaults: FaultRules = { ruleOf: () => null, rowOf: () => null };

export function faultRules({
	watched,
	rules,
	channels,
}: Pick<DeviceRules, "watched" | "rules" | "channels">): FaultRules {
	const worstOn = (channelId: string | null): { watched: Watched; row: AlertRow } | null => {
		let worst: { watched: Watched; row: AlertRow } | null = null;
		for (const one of watched) {
			const row = rules.get(one.ruleId);
			if (channelId === null || one.channelId !== channelId || !row) continue;
			if (!worst || severityRank[severityOf(row)] > severityRank[severityOf(worst.row)]) worst = { watched: one, row };
		}
		return worst;
	};
	return {
		ruleOf(channelId) {
			const worst = worstOn(channelId);
			if (!worst) return null;
			const { settingMs, isOpenAt } = worst.watched;
			return { severity: severityOf(worst.row), settingMs, isOpenAt };
		},
		rowOf(ruleId, channelId) {
			const worst = ruleId === sensorFaultId ? worstOn(channelId) : null;
			const channel = channels.find(({ id }) => id === channelId);
			if (!worst || !channel) return null;
			const { quantity, unit, name } = channel;
			const condition = { kind: "sensorFault" as const, channels: { quantity, unit, name } };
			return { id: worst.row.id, name: sensorFaultName, rule: { condition, forSeconds: 0 } };
		},
	};
}

function severityOf({ severity, rule }: AlertRow): AlertRow["severity"] {
	return ownSeverities(rule.condition)?.at(-1) ?? severity;
}
