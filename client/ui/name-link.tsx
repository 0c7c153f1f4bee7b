import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import classes from "./name-link.module.css";

type NameAnchorProps = AnchorProps &
	Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
		ref?: Ref<HTMLAnchorElement>;
		/** Shown below the name in narrow windows, for a column that goes there. */
		under?: ReactNode;
	};

/** The link that names a row of a list. */
export const NameLink = createLink(({ under, ...anchor }: NameAnchorProps) => (
	<>
		<Anchor {...anchor} className={classes.name} />
		{under && <span className={classes.under}>{under}</span>}
	</>
));
