import type { ReactNode } from "react";
import { useAuthConfig } from "../../api/auth-config";
import { dropChallenge } from "../../api/stored-challenge";
import { Callout } from "../../ui/feedback/notes";
import { BrandMark } from "../../ui/layout/brand";
import { TextLink } from "../../ui/layout/link";
import { shownBrand, shownProductName } from "../../ui/layout/shown-brand";
import { isEmailAddress } from "./step-rules";
import classes from "./welcome-panes.module.css";

type WelcomePanesProps = {
	/** Shows a picture of the product, for screens where new users arrive. */
	hasPicture?: boolean;
	children: ReactNode;
};

export function WelcomePanes({ hasPicture = false, children }: WelcomePanesProps) {
	const config = useAuthConfig();
	const brand = shownBrand();
	return (
		<div className={classes.panes} data-picture={(hasPicture && !brand) || undefined}>
			<header className={classes.story}>
				<div className={classes.brand}>
					<BrandMark tone="on-colour" />
					{shownProductName()}
				</div>
				{!brand && (
					<div>
						<p className={classes.line}>Know before it spoils, freezes or floods.</p>
						<p className={classes.more}>Every logger you own, what it measured, and who was notified.</p>
						{hasPicture && (
							<div
								className={classes.picture}
								role="img"
								aria-label="A cold room's day as a chart: it was above its limit of 8 °C for 40 minutes in the morning, and an alert was sent."
							/>
						)}
					</div>
				)}
				<div className={classes.company}>
					{brand
						? brand.links.map(({ label, href }) => (
								<a key={label} href={href}>
									{label}
								</a>
							))
						: config?.companyName !== shownProductName() && config?.companyName}
				</div>
			</header>
			<main className={classes.task}>
				<div className={classes.taskWidth}>{children}</div>
			</main>
		</div>
	);
}

export function StepLinks({ children }: { children: ReactNode }) {
	return <p className={classes.links}>{children}</p>;
}

export function StartAgainLink({ email, next }: { email: string; next: string | undefined }) {
	return (
		<StepLinks>
			<TextLink
				to="/login"
				search={{ email: isEmailAddress(email) ? email : undefined, next }}
				onClick={dropChallenge}
				inherit
			>
				Start again
			</TextLink>
		</StepLinks>
	);
}

export function LinkNote({ children }: { children: ReactNode }) {
	return (
		<Callout tone="warn" className={classes.linkNote} role="status">
			{children}
		</Callout>
	);
}

export function InvalidLinkNote({ children }: { children?: ReactNode }) {
	return <LinkNote>The link that brought you here holds no valid e-mail address. {children}</LinkNote>;
}
