import { IconCheck, IconMinus } from "@tabler/icons-react";
import type { Role } from "../../../shared/permissions";
import { Card } from "../../ui/layout/card";
import { capabilitiesOf } from "./user-labels";
import classes from "./users.module.css";

export function RightsCard({ role }: { role: Role }) {
	return (
		<Card title={`Rights of the role ${role}`}>
			<ul className={classes.rights}>
				{capabilitiesOf(role).map(({ key, words, isHeld }) => (
					<li key={key} data-held={isHeld || undefined}>
						{isHeld ? <IconCheck size={17} aria-label="May:" /> : <IconMinus size={17} aria-label="May not:" />}
						{words}
					</li>
				))}
			</ul>
		</Card>
	);
}
