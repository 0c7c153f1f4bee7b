import type { AuditValue } from "../../../shared/account/audit";
import { addTo } from "../../../shared/base/multi-map";
import type { AuditRow } from "../../db/audit-rows";

type FieldChange = { at: number; before: AuditValue };

/** Values of devices' fields at earlier times, from the changes that the audit log holds, oldest first. */
export class PastFields {
	private readonly changes = new Map<string, FieldChange[]>();

	constructor(rows: readonly Pick<AuditRow, "at" | "entities">[]) {
		for (const { at, entities } of rows) {
			for (const { id, fields } of entities) {
				for (const { field, before } of fields) addTo(this.changes, `${id} ${field}`, { at: at.getTime(), before });
			}
		}
	}

	valueAt(deviceId: string, field: string, { now, at }: { now: AuditValue; at: number }): AuditValue {
		const next = this.changes.get(`${deviceId} ${field}`)?.find((change) => change.at > at);
		return next === undefined ? now : next.before;
	}

	timesOf(deviceId: string, field: string): number[] {
		return (this.changes.get(`${deviceId} ${field}`) ?? []).map(({ at }) => at);
	}
}
