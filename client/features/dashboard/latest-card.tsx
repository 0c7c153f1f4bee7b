import type { DeviceListRow } from "../../../shared/device";
import { formatValue } from "../../../shared/units";
import { Card } from "../../ui/card";
import { TextLink } from "../../ui/link";
import { TimeStamp } from "../../ui/time-stamp";
import classes from "./dashboard.module.css";
import { latestUploads } from "./fleet-summary";

const shownCount = 6;

export function LatestCard({ rows }: { rows: DeviceListRow[] }) {
	const uploads = latestUploads(rows, shownCount);
	return (
		<Card title="Latest uploads" className={classes.latest} action={<TextLink to="/log/">Log</TextLink>}>
			{uploads.length === 0 ? (
				<div className={classes.calm}>No device has sent a reading yet.</div>
			) : (
				<ul className={classes.rows}>
					{uploads.map((row) => (
						<li key={row.id} className={classes.row}>
							<div className={classes.rowWords}>
								<TextLink to="/log/" search={{ device: row.id }} className={classes.name}>
									{row.name}
								</TextLink>
								<div className={classes.small}>
									{row.lastReceivedAt !== null && <TimeStamp at={row.lastReceivedAt} clock={row} show="age" />}
								</div>
							</div>
							<span className={classes.values}>
								{row.latest.slice(0, 3).map((reading) => (
									<span key={reading.name}>{formatValue(reading.value, reading)}</span>
								))}
							</span>
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}
