import { StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { NoRows } from "../../ui/layout/rows";
import classes from "./groups.module.css";
import { type MemberChange, memberChangeWords } from "./member-change";

/** More than these nobody reads before saving. */
const shownCount = 100;

type MemberPreviewProps = { change: MemberChange; isNewGroup: boolean };

/** Whom the group will hold once it is saved: first who leaves and who joins, then who stays. */
export function MemberPreview({ change, isNewGroup }: MemberPreviewProps) {
	const { members, joining, leaving } = change;
	const isJoining = new Set(joining.map(({ id }) => id));
	const staying = members.filter(({ id }) => !isJoining.has(id));
	const rows = [
		...leaving.map((device) => ({ device, mark: "leaves" as const })),
		...joining.map((device) => ({ device, mark: isNewGroup ? null : ("new" as const) })),
		...staying.map((device) => ({ device, mark: null })),
	];
	return (
		<Card title="Will hold">
			<p role="status" className={classes.will}>
				{memberChangeWords(change)}
			</p>
			{rows.length === 0 ? (
				<NoRows>No device yet. A group may be empty.</NoRows>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
				<section tabIndex={0} aria-label="Devices the group will hold" className={classes.willHold}>
					<ul>
						{rows.slice(0, shownCount).map(({ device, mark }) => (
							<li key={device.id}>
								<span className={classes.memberName}>{device.name}</span>
								{mark === "new" && <StatusChip tone="ok">New</StatusChip>}
								{mark === "leaves" && <StatusChip tone="warn">Leaves</StatusChip>}
							</li>
						))}
						{rows.length > shownCount && <li>and {(rows.length - shownCount).toLocaleString("en-US")} more</li>}
					</ul>
				</section>
			)}
		</Card>
	);
}
