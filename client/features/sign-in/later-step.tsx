import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/link";
import type { EmailInLink } from "./email-in-link";
import classes from "./sign-in-form.module.css";
import { WelcomePanes } from "./welcome-panes";

type LaterStepProps = {
	title: string;
	text: ReactNode;
	/** Who can do meanwhile what this step is for. */
	help: ReactNode;
	/** What is wrong with the link that led here. */
	fault?: ReactNode;
	link?: EmailInLink;
};

/** A step of signing in or up that this console does not take yet: what it is, who can help, and the way back. */
export function LaterStep({ title, text, help, fault, link }: LaterStepProps) {
	return (
		<WelcomePanes>
			<h1>{title}</h1>
			<p>{text}</p>
			<div className={classes.form}>
				{fault && (
					<div className={classes.linkNote} role="alert">
						{fault}
					</div>
				)}
				<p className={classes.help}>{help}</p>
				<ButtonLink to="/login" search={link?.state === "valid" ? { email: link.email } : {}} size="md" fullWidth>
					Back to sign in
				</ButtonLink>
			</div>
		</WelcomePanes>
	);
}
