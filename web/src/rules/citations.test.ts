// Whoever is told no, or told what to do, can read the rule: every reason and every prompt has its sentence and a rule that exists.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { Ruleset } from '../generated/protocol';
import { languages } from '../i18n/index.svelte';
import { addressOfRule, inPlay, ofPart, problemRules, promptRules, rulesOf } from './citations';
import { statements } from './chapter';
import { read } from './markdown';

/** The ids of the rules as the pages of a language state them. */
const idsOf = (language: string): Set<string> => {
  const folder = `../docs/rules/${language}`;
  const chapters = readdirSync(folder).map((file) => read(readFileSync(`${folder}/${file}`, 'utf8')));
  return new Set(chapters.flatMap(statements).flatMap(({ statement }) => statement.ids));
};

/** Prompts and answers that tell how the table stands and state no rule of the game. */
const WITHOUT_RULE = {
  prompts: ['yours', 'waiting', 'waitingYou', 'held', 'heldHelp', 'offline', 'paused'],
  problems: [
    'not-found',
    'full',
    'not-your-seat',
    'not-host',
    'stale',
    'not-now',
    'wrong-method',
    'malformed',
    'too-large',
    'too-many',
    'not-allowed',
    'invalid',
    'taken',
    'other-rules',
    'unavailable',
    'not-stored',
    'internal',
  ],
};
const withoutRule = (rules: Record<string, readonly string[]>) => Object.keys(rules).filter((it) => !rules[it]?.length);

const loaded = await Promise.all([...languages].map(async ([code, load]) => [code, await load()] as const));

describe.each(loaded)('%s', (code, texts) => {
  const sorts: [string, Record<string, readonly string[]>, object][] = [
    ['broken', rulesOf.broken, texts.table.broken],
    ['refusal', rulesOf.refusal, texts.table.refusal],
    ['objection', rulesOf.objection, texts.objections],
    ['prompt', promptRules, texts.table.prompt],
    [
      'problem',
      { ...problemRules, illegal: [], unplayable: [] },
      { ...texts.problems, offline: undefined, here: undefined },
    ],
  ];

  it.each(sorts)('has a sentence of its own for every %s', (_, rules, sentences) => {
    const named = Object.entries(sentences).filter(([, sentence]) => sentence !== undefined);
    expect(named.map(([name]) => name).sort()).toEqual(Object.keys(rules).sort());
    const said = named.map(([, sentence]) => String(sentence)).filter((it) => !it.includes('=>'));
    expect(said.filter((it, i) => said.indexOf(it) !== i)).toEqual([]);
  });

  it.each(sorts)('states rules that exist for every %s', (_, rules) => {
    const known = idsOf(code);
    expect(Object.entries(rules).filter(([, ids]) => !ids.every((id) => known.has(id)))).toEqual([]);
  });
});

it('leaves no reason without a rule', () => {
  for (const rules of Object.values(rulesOf)) expect(withoutRule(rules)).toEqual([]);
  expect(withoutRule(promptRules)).toEqual(WITHOUT_RULE.prompts);
  expect(withoutRule(problemRules)).toEqual(WITHOUT_RULE.problems);
});

it('names only rules of what is played', () => {
  const ruleset = (game: Ruleset['game'], modules: Ruleset['modules'] = []) => ({ game, modules }) as Ruleset;
  const ids = ['B-RED-1', 'G-BUILD-1', 'C-BUILD-2', 'M-VIZ-2', 'M-BAZ-2', 'X-9'];
  expect(inPlay(ids, ruleset('alhambra'))).toEqual(['B-RED-1', 'X-9']);
  expect(inPlay(ids, ruleset('alhambra', ['bazaars']))).toEqual(['B-RED-1', 'M-BAZ-2', 'X-9']);
  expect(inPlay(ids, ruleset('granada', ['vizier']))).toEqual(['B-RED-1', 'G-BUILD-1', 'M-VIZ-2', 'X-9']);
  expect(inPlay(ids, ruleset('both'))).toEqual(['B-RED-1', 'G-BUILD-1', 'C-BUILD-2', 'X-9']);
});

it('tells the first tile of Granada from the fountain', () => {
  const rules = rulesOf.broken['starting-tile'];
  expect(ofPart(rules, 'alhambra')).toEqual(['B-RED-1']);
  expect(ofPart(rules, 'granada')).toEqual(['C-BUILD-2']);
  expect(ofPart(['B-BUILD-5'], 'granada')).toEqual(['B-BUILD-5']);
});

it('leads to the rule and back', () => {
  expect(addressOfRule('B-BUILD-2', '/t/abc', 'A wall & more')).toBe(
    '/rules?from=%2Ft%2Fabc&why=A+wall+%26+more#B-BUILD-2',
  );
});
