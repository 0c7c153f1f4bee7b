import type { CSSProperties } from "react";
import { type Brand, brandImagePath, neutralProductName } from "../../../shared/account/brand";
import { brandTokens, type ColorScheme, neutralTokens } from "../../../shared/account/brand-colors";
import { BrandMark } from "../../ui/layout/brand";
import { t } from "../../words/made/devices";
import { readColor } from "./color-input";
import classes from "./customize.module.css";

type ConsolePreviewProps = { brand: Brand; companyName: string };

export function ConsolePreview({ brand, companyName }: ConsolePreviewProps) {
	return (
		<div className={classes.previews}>
			<SchemePreview scheme="light" brand={brand} companyName={companyName} />
			<SchemePreview scheme="dark" brand={brand} companyName={companyName} />
		</div>
	);
}

function SchemePreview({ scheme, brand, companyName }: ConsolePreviewProps & { scheme: ColorScheme }) {
	const name = brand.productName.trim() || neutralProductName;
	const colors = {
		primary: readColor("primary", brand.primary) ?? "",
		accent: readColor("accent", brand.accent) ?? "",
	};
	// React's types know no custom properties.
	const style = { ...neutralTokens[scheme], ...brandTokens(colors, scheme) } as CSSProperties;
	return (
		<div
			className={classes.preview}
			data-scheme={scheme}
			style={style}
			role="img"
			aria-label={t(`customize.console.${scheme}`, { name, company: companyName })}
		>
			<div className={classes.tab}>
				<span>
					{brand.favicon && <img src={brandImagePath + brand.favicon.hash} alt="" width={14} height={14} />}
					{t("customize.dashboardOf", { name })}
				</span>
			</div>
			<div className={classes.header}>
				<Logo brand={brand} ground={scheme} />
				<b>{companyName}</b>
			</div>
			<div className={classes.body}>
				<div className={classes.menu}>
					<span data-chosen>{t("customize.dashboard")}</span>
					<span>{t("customize.devices")}</span>
				</div>
				<div className={classes.content}>
					<span className={classes.fill}>{t("customize.addDevice")}</span>
					<span className={classes.link}>{t("customize.devicesShown", { count: 12 })}</span>
					<span className={classes.note}>{t("customize.attention")}</span>
				</div>
				<div className={classes.story}>
					<Logo brand={brand} ground="dark" />
					<b>{name}</b>
				</div>
			</div>
		</div>
	);
}

function Logo({ brand: { logoLight, logoDark }, ground }: { brand: Brand; ground: ColorScheme }) {
	const own = ground === "light" ? logoLight : logoDark;
	const image = own ?? logoLight ?? logoDark;
	if (!image) return <BrandMark tone={ground === "dark" ? "on-colour" : "colour"} />;
	const field = own ? undefined : ground === "light" ? "dark" : "light";
	return <img className={classes.logo} data-field={field} src={brandImagePath + image.hash} alt="" />;
}
