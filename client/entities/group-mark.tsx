import type { ReactNode } from "react";
import type { GroupColour, GroupListRow } from "../../shared/device/group";
import { TextLink } from "../ui/layout/link";
import { Rows } from "../ui/layout/rows";
import { t } from "../words/made/entities";
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
				name: (
					<TextLink to="/groups/$groupId" params={{ groupId: id }}>
						{name}
					</TextLink>
				),
				under: description,
				end: t("devices", { count: deviceCount }),
			}))}
		/>
	);
}
