/** Where an account's object is best made, from where its owner asks; undefined leaves it to the platform. */
export function locationHint(cf: Request["cf"]): DurableObjectLocationHint | undefined {
	const continent = cf?.continent;
	const longitude = Number(cf?.longitude ?? 0);
	if (continent === "NA") return longitude < -100 ? "wnam" : "enam";
	if (continent === "EU") return longitude > 20 ? "eeur" : "weur";
	if (continent === "SA") return "sam";
	if (continent === "AF") return "afr";
	if (continent === "AS") return longitude < 60 ? "me" : "apac";
	if (continent === "OC") return "oc";
	return undefined;
}
