import type { ReactNode } from "react";
import type { GroupColour } from "../../shared/group";
import classes from "./group-mark.module.css";

type GroupMarkProps = { colour: GroupColour | null; children: ReactNode };

/** A group's name with its colour, which says nothing by itself. */
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
