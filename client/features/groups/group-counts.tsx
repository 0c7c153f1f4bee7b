import type { DeviceListRow } from "../../../shared/device/device";
import type { DeviceStatus } from "../../../shared/device/device-terms";
import { attentionLimits } from "../../../shared/overview/attention-limits";
import { deviceStatusLabels, statusesFromBest } from "../../entities/device-labels";
import tileClasses from "../../entities/tiles.module.css";
import { countText } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { TextLink } from "../../ui/layout/link";
import { t } from "../../words/made/devices";
import { fleetOf } from "./group-columns";
import classes from "./groups.module.css";

const usualStatuses: DeviceStatus[] = ["online", "late", "offline"];

/** Counts of devices by state, each with a link to its list. Zero has no color. */
export function GroupCounts({ groupId, members }: { groupId: string; members: DeviceListRow[] }) {
	const { counts, inAlert, lowBattery } = fleetOf(members);
	const statuses = statusesFromBest.filter((status) => counts[status] > 0 || usualStatuses.includes(status));
	const tiles = [
		{ label: t("groups.column.devices"), count: members.length, tone: "off", search: {} },
		...statuses.map((status) => ({ ...deviceStatusLabels[status], count: counts[status], search: { status } })),
		{ label: t("groups.column.alerting"), count: inAlert, tone: "bad", search: { alert: "alerting,acknowledged" } },
		{
			label: t("groups.column.lowBattery"),
			count: lowBattery,
			tone: "warn",
			search: { battery: String(attentionLimits.battery) },
		},
	];
	return (
		<section className={tileClasses.tiles} aria-label={t("groups.counts")}>
			<ul className={`${layout.plain} ${classes.counts}`}>
				{tiles.map(({ label, count, tone, search }) => (
					<li key={label}>
						<TextLink
							to="/devices"
							search={{ group: groupId, ...search }}
							underline="never"
							className={tileClasses.tile}
							data-tone={count > 0 ? tone : undefined}
						>
							<span className={tileClasses.what}>{label}</span>
							<span className={tileClasses.value}>{countText(count)}</span>
						</TextLink>
					</li>
				))}
			</ul>
		</section>
	);
}
