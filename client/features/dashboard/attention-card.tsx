import { IconCircleCheck } from "@tabler/icons-react";
import type { DeviceListRow } from "../../../shared/device";
import { formatValue } from "../../../shared/units";
import { deviceStatusWords } from "../../device-status-words";
import { Card } from "../../ui/card";
import { TextLink } from "../../ui/link";
import { StatusChip } from "../../ui/status-chip";
import { TimeStamp } from "../../ui/time-stamp";
import classes from "./dashboard.module.css";
import { devicesNeedingAttention } from "./fleet-summary";

const shownCount = 5;

export function AttentionCard({ rows }: { rows: DeviceListRow[] }) {
	const waiting = devicesNeedingAttention(rows);
	const hidden = waiting.length - shownCount;
	return (
		<Card
			title="Needs attention"
			className={classes.attention}
			note={waiting.length > 0 && <StatusChip tone="warn">{waiting.length} silent</StatusChip>}
			action={
				waiting.length > 0 && (
					<TextLink to="/devices" search={{ status: "offline,late,never", sort: "status" }}>
						{hidden > 0 ? `All ${waiting.length}` : "In the list"}
					</TextLink>
				)
			}
		>
			{waiting.length === 0 ? (
				<div className={classes.calm}>
					<IconCircleCheck size={22} stroke={1.7} aria-hidden="true" />
					<span>Nothing to look at: every device is heard from on time.</span>
				</div>
			) : (
				<ul className={classes.rows}>
					{waiting.slice(0, shownCount).map((row) => (
						<AttentionRow key={row.id} row={row} />
					))}
				</ul>
			)}
		</Card>
	);
}

function AttentionRow({ row }: { row: DeviceListRow }) {
	const { label, tone, meaning } = deviceStatusWords[row.status];
	return (
		<li className={classes.row}>
			<span className={classes.rowChip}>
				<StatusChip tone={tone}>{label}</StatusChip>
			</span>
			<div className={classes.rowWords}>
				<TextLink to="/log/" search={{ device: row.id }} className={classes.name}>
					{row.name}
				</TextLink>
				<div className={classes.small}>
					{row.lastReceivedAt === null ? (
						`${meaning}.`
					) : (
						<>
							Last received <TimeStamp at={row.lastReceivedAt} clock={row} show="age" />
						</>
					)}
				</div>
			</div>
			<span className={classes.rowValue}>
				{row.latest[0] && row.latest[0].value !== null ? `was ${formatValue(row.latest[0].value, row.latest[0])}` : ""}
			</span>
		</li>
	);
}
