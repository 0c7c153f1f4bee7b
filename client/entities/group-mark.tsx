import type { ReactNode } from "react";
import type { GroupColour, GroupListRow } from "../../shared/device/group";
import { Rows } from "../ui/layout/rows";
import { t } from "../words/made/entities";
import { GroupLink } from "./entity-links";
import classes from "./group-mark.module.css";

type GroupMarkProps = { colour: GroupColour | null; children: ReactNode };

export function GroupMark({ colour, children }: GroupMarkProps) {
	return (
		<span className={classes.mark}>
			<GroupDot colour={colour} />
			{children}
		</span>
	);
}

export function GroupDot({ colour }: Pick<GroupMarkProps, "colour">) {
	return <span className={classes.dot} data-colour={colour ?? undefined} aria-hidden="true" />;
}

export function GroupRows({ groups }: { groups: GroupListRow[] }) {
	return (
		<Rows
			rows={groups.map(({ id, name, description, deviceCount }) => ({
				key: id,
				name: <GroupLink id={id}>{name}</GroupLink>,
				under: description,
				end: t("devices", { count: deviceCount }),
			}))}
		/>
	);
}
