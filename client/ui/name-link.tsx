import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import classes from "./name-link.module.css";

type NameAnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className"> & {
	ref?: Ref<HTMLAnchorElement>;
	/** Shown below the name in narrow windows, for a column that goes there. */
	under?: ReactNode;
};

/** The link that names a row of a list. Not the kit's, of which a list would draw dozens in a frame. */
export const NameLink = createLink(({ under, ...anchor }: NameAnchorProps) => (
	<>
		<a {...anchor} className={classes.name} />
		{under && <span className={classes.under}>{under}</span>}
	</>
));
